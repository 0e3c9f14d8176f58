"""Which tokenizer class transformers 5.24 picks, and the eos_token that the class brings.

Source: models/auto/tokenization_auto.py (AutoTokenizer.from_pretrained, TOKENIZER_MAPPING_NAMES)
and the classes' own defaults, for the model types that generate text. A class with a default
uses it where no file names an eos_token.
"""

from dataclasses import dataclass

from endstop.checkpoints.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True)
class _Class:
    """A tokenizer class: its own special tokens, empty for none, and the types that have it."""

    bos_token: str
    eos_token: str
    unk_token: str
    model_types: str


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BACKEND = _names("""
    EvollaModel arctic aria beam bigbird_pegasus camembertv2-base canary chatlm cohere_asr
    ernie4_5 ernie4_5_moe flex_olmo fuyu glm glm4 glm4_moe glm4_moe_lite glm4v glm4v_moe
    glm_image glmasr got_ocr2 gpt_bigcode gradium_phonon_tts granite granitemoe granitemoehybrid
    granitemoeshared h2ovl_chat hyperclovax hyperclovax_vlm internlm2 internlm3 iquestcoder
    jamba kimi_k25 kimi_linear kosmos-2 llava llava_next mimo_v2_flash minicpm3 minicpm_ocr
    minicpmv minicpmv4_6 minicpmv4_7 minimax_m2 ministral ministral3 mistral mistral3
    mistral_large4 mixtral modernbert modernbert-decoder molmo molmo2 nemo_speechlm nemotron
    nvfp4 nystromformer olmo2 olmo3 olmo_hybrid omniasr opencua openvla paddleocr_vl pegasus_x
    persimmon phi3 phi3_v phimoe pix2struct pixtral pocket_tts smolvlm stablelm step3_vl umt5
    vipllava voxtral voxtral_realtime xlm-roberta-xl
""")

_WRONG_CLASS = _names("""
    arctic camembertv2-base chatlm cohere_asr ernie4_5 ernie4_5_moe fuyu h2ovl_chat hyperclovax
    hyperclovax_vision_v2 hyperclovax_vlm internlm2 internlm3 iquestcoder jamba llava llava_next
    minicpm3 minicpmv minimax_m2 modernbert modernbert-decoder molmo molmo2 nemotron nvfp4
    opencua openvla paddleocr_vl phi3 phi3_v phimoe qwen2 qwen3_5 qwen3_5_moe qwen3_5_moe_text
    qwen4_exp siglip2 smolvlm step3_vl vipllava
""")

_CLASSES = {
    "BartTokenizer": _Class("<s>", "</s>", "<unk>", "florence2"),
    "CodeLlamaTokenizer": _Class("<s>", "</s>", "<unk>", "code_llama"),
    "CohereTokenizer": _Class(
        "<BOS_TOKEN>", "<|END_OF_TURN_TOKEN|>", "<UNK>", "aya_vision cohere cohere2"
    ),
    "GPT2Tokenizer": _Class(
        "<|endoftext|>",
        "<|endoftext|>",
        "<|endoftext|>",
        """
        blip-2 codegen dbrx emu3 gpt2 gpt_neo gptj hyperclovax_vision_v2 instructblip
        instructblipvideo jais2 opt phi starcoder2
        """,
    ),
    "GPTNeoXTokenizer": _Class(
        "<|endoftext|>",
        "<|endoftext|>",
        "<|endoftext|>",
        """
        falcon_mamba gpt_neox mamba mamba2 mpt olmo olmoe rwkv xlstm
        """,
    ),
    "GemmaTokenizer": _Class(
        "<bos>",
        "<eos>",
        "<unk>",
        """
        diffusion_gemma gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text recurrent_gemma
        shieldgemma2 t5gemma zaya
        """,
    ),
    "LlamaTokenizer": _Class("<s>", "</s>", "<unk>", "idefics idefics2"),
    "Qwen2Tokenizer": _Class(
        "",
        "<|endoftext|>",
        "<|endoftext|>",
        """
        audioflamingo3 colqwen2 cosmos3_omni dots3_note fun_asr_nano hunyuan_vl internvl
        lighton_ocr moss_transcribe_diarize ovis2 qianfan_ocr qwen2 qwen2_5_omni qwen2_5_vl
        qwen2_audio qwen2_moe qwen2_vl qwen3 qwen3_asr qwen3_moe qwen3_next qwen3_omni_moe
        qwen3_vl qwen3_vl_moe vibevoice
        """,
    ),
    "Qwen3_5Tokenizer": _Class(
        "",
        "<|endoftext|>",
        "<|endoftext|>",
        """
        qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen3_5_text qwen4_exp
        """,
    ),
    "T5Tokenizer": _Class(
        "", "</s>", "<unk>", "mt5 musicgen musicgen_melody switch_transformers t5"
    ),
}
_CLASS_OF = {kind: name for name, own in _CLASSES.items() for kind in own.model_types.split()}


def class_default(checkpoint: Checkpoint, name: str) -> str | None:
    """The bos_token, eos_token or unk_token of the tokenizer's class; None for the plain one."""
    picked = _CLASSES.get(_class_name(checkpoint) or "")
    return getattr(picked, name, None) or None


def _class_name(checkpoint: Checkpoint) -> str | None:
    """The class that AutoTokenizer picks; None where it is the plain one, or not known here."""
    config = checkpoint.json_file("config.json").content
    kind = str(config.get("model_type"))
    wanted = checkpoint.json_file("tokenizer_config.json").content.get("tokenizer_class")
    wanted = wanted or config.get("tokenizer_class")
    registered = _CLASS_OF.get(kind)
    if not isinstance(wanted, str):
        return registered
    wanted = wanted.removesuffix("Fast")
    if wanted == "LlamaTokenizer" and kind not in _WRONG_CLASS and _is_byte_level(checkpoint):
        return None
    if kind in _BACKEND:
        return None
    return registered if kind in _WRONG_CLASS else wanted


def _is_byte_level(checkpoint: Checkpoint) -> bool:
    """Whether tokenizer.json splits or joins by bytes, which LlamaTokenizer does not."""
    tokenizer = checkpoint.tokenizer
    return tokenizer is not None and "ByteLevel" in f"{tokenizer.pre_tokenizer}{tokenizer.decoder}"
