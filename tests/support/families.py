"""Families of chat models: the structure of each one's template, restated, and right settings.

The templates are minimal: the markers, roles and branches of the family, none of its wording.
`make_family` writes a folder of which a doctor must say nothing bad (but that a turn without a
closing token has none).
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from endstop.checkpoints.turn_end import Closing
from tests.support import templates
from tests.support.folders import make_folder


@dataclass(frozen=True, slots=True)
class Family:
    """One family. Texts throughout; `make_family` turns them into ids.

    `turn_end` are the markers that close an answer, `tool_end` those that close a tool call (empty
    where the template knows no calls). `inside` are tokens that a turn uses before its end.
    `stops` is the right eos_token_id of generation_config.json, `eos` the tokenizer's eos_token.
    """

    name: str
    template: str
    specials: tuple[str, ...]
    turn_end: tuple[str, ...]
    eos: str
    stops: tuple[str, ...]
    closing: Closing = Closing.CLOSED
    tool_end: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    model_type: str = "llama"
    tokenizer_config: dict[str, Any] = field(default_factory=dict)


def make_family(folder: Path, family: Family) -> Path:
    """A folder of the family as its makers would publish it, without weights."""
    ids = {text: 256 + number for number, text in enumerate(family.specials)}
    stops = [ids[text] for text in family.stops]
    return make_folder(
        folder,
        config={
            "model_type": family.model_type,
            "vocab_size": 256 + len(ids),
            "eos_token_id": stops[0] if len(stops) == 1 else stops,
        },
        generation_config={"eos_token_id": stops},
        tokenizer_config={"eos_token": family.eos, **family.tokenizer_config},
        template=family.template,
        specials=family.specials,
    )


_CHAT = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
_CALL = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")
_THINK = ("<think>", "</think>")
_HEADERS = (
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|python_tag|>",
)
_LLAMA_IDS = ("<|begin_of_text|>", "<|end_of_text|>", *_HEADERS)
_S = ("<unk>", "<s>", "</s>")
_DEEPSEEK = ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>")
_DEEPSEEK_TOOLS = tuple(
    f"<｜tool▁{name}｜>"
    for name in (
        *("calls▁begin", "calls▁end", "call▁begin", "call▁end", "sep"),
        *("output▁begin", "output▁end"),
    )
)
_COHERE = (
    *("<BOS_TOKEN>", "<EOS_TOKEN>", "<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>"),
    *("<|USER_TOKEN|>", "<|CHATBOT_TOKEN|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>"),
    *("<|START_ACTION|>", "<|END_ACTION|>", "<|SYSTEM_TOKEN|>"),
)
_ROLES = ("<|system|>", "<|user|>", "<|assistant|>")
_BOS = {"bos_token": "<s>", "unk_token": "<unk>"}

FAMILIES: tuple[Family, ...] = (
    Family(
        "qwen2.5",
        templates.chatml(system=templates.DEFAULT_SYSTEM, calls=templates.TOOL_TAGS),
        (*_CHAT, *_CALL),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|endoftext|>"),
        tool_end=("<|im_end|>",),
        inside=("<tool_call>", "</tool_call>"),
        model_type="qwen2",
        tokenizer_config={"pad_token": "<|endoftext|>"},
    ),
    Family(
        "qwen3",
        templates.chatml(inside=templates.EMPTY_THOUGHT, calls=templates.TOOL_TAGS),
        (*_CHAT, *_CALL, *_THINK),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|endoftext|>"),
        tool_end=("<|im_end|>",),
        inside=("<think>", "</think>", "<tool_call>", "</tool_call>"),
        model_type="qwen3",
        tokenizer_config={"pad_token": "<|endoftext|>"},
    ),
    Family(
        "qwen3.5-vision",
        templates.QWEN_VISION,
        (*_CHAT, *_CALL, *_THINK, "<|vision_start|>", "<|vision_end|>", "<|image_pad|>"),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|endoftext|>"),
        tool_end=("<|im_end|>",),
        inside=("<think>", "</think>", "<tool_call>"),
        model_type="qwen3_5",
        tokenizer_config={"pad_token": "<|endoftext|>"},
    ),
    Family(
        "llama-2",
        templates.LLAMA_2,
        _S,
        ("</s>",),
        "</s>",
        ("</s>",),
        tokenizer_config=_BOS,
    ),
    Family(
        "llama-3",
        templates.LLAMA_3,
        _LLAMA_IDS,
        ("<|eot_id|>",),
        "<|eot_id|>",
        ("<|eot_id|>", "<|end_of_text|>"),
        tokenizer_config={"bos_token": "<|begin_of_text|>"},
    ),
    Family(
        "llama-3.1-tools",
        templates.LLAMA_3_TOOLS,
        _LLAMA_IDS,
        ("<|eot_id|>",),
        "<|eot_id|>",
        ("<|eot_id|>", "<|eom_id|>", "<|end_of_text|>"),
        tool_end=("<|eot_id|>", "<|eom_id|>"),
        tokenizer_config={"bos_token": "<|begin_of_text|>"},
    ),
    Family(
        "llama-4",
        templates.LLAMA_4,
        (
            *("<|begin_of_text|>", "<|end_of_text|>", "<|header_start|>", "<|header_end|>"),
            *("<|eot|>", "<|eom|>"),
        ),
        ("<|eot|>",),
        "<|eot|>",
        ("<|eot|>", "<|eom|>", "<|end_of_text|>"),
        model_type="llama4",
        tokenizer_config={"bos_token": "<|begin_of_text|>"},
    ),
    Family(
        "gemma-2",
        templates.GEMMA,
        ("<pad>", "<eos>", "<bos>", "<unk>", "<start_of_turn>", "<end_of_turn>"),
        ("<end_of_turn>",),
        "<eos>",
        ("<end_of_turn>", "<eos>"),
        model_type="gemma2",
        tokenizer_config={"bos_token": "<bos>", "pad_token": "<pad>"},
    ),
    Family(
        "gemma-3",
        templates.GEMMA_3,
        (
            *("<pad>", "<eos>", "<bos>", "<unk>", "<start_of_turn>", "<end_of_turn>"),
            "<start_of_image>",
        ),
        ("<end_of_turn>",),
        "<eos>",
        ("<end_of_turn>", "<eos>"),
        model_type="gemma3",
        tokenizer_config={"bos_token": "<bos>", "pad_token": "<pad>"},
    ),
    Family(
        "gemma-4",
        templates.GEMMA_4,
        (
            *("<pad>", "<eos>", "<bos>", "<unk>", "<|turn>", "<turn|>", "<|channel>", "<channel|>"),
            *("<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>"),
        ),
        ("<turn|>",),
        "<eos>",
        ("<turn|>", "<eos>", "<|tool_response>"),
        tool_end=("<|tool_response>",),
        inside=("<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>"),
        model_type="gemma4",
        tokenizer_config={"bos_token": "<bos>", "pad_token": "<pad>"},
    ),
    Family(
        "mistral",
        templates.MISTRAL,
        _S,
        ("</s>",),
        "</s>",
        ("</s>",),
        model_type="mistral",
        tokenizer_config=_BOS,
    ),
    Family(
        "mistral-tools",
        templates.MISTRAL_TOOLS,
        (*_S, "[INST]", "[/INST]", "[TOOL_CALLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
        ("</s>",),
        "</s>",
        ("</s>",),
        tool_end=("</s>",),
        inside=("[TOOL_CALLS]",),
        model_type="mistral",
        tokenizer_config=_BOS,
    ),
    Family(
        "phi-3",
        templates.PHI_3,
        (*_S, "<|endoftext|>", *_ROLES, "<|end|>"),
        ("<|end|>",),
        "<|endoftext|>",
        ("<|end|>", "<|assistant|>", "<|endoftext|>"),
        model_type="phi3",
        tokenizer_config={**_BOS, "pad_token": "<|endoftext|>"},
    ),
    Family(
        "phi-3.5",
        templates.PHI_3_5,
        (*_S, "<|endoftext|>", *_ROLES, "<|end|>"),
        ("<|end|>", "<|endoftext|>"),
        "<|endoftext|>",
        ("<|end|>", "<|assistant|>", "<|endoftext|>"),
        model_type="phi3",
        tokenizer_config={**_BOS, "pad_token": "<|endoftext|>"},
    ),
    Family(
        "phi-4",
        templates.PHI_4,
        (*_CHAT, "<|im_sep|>"),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|endoftext|>"),
        model_type="phi3",
    ),
    Family(
        "glm-4",
        templates.GLM_4,
        (
            *("<|endoftext|>", "[gMASK]", "<sop>", *_ROLES, "<|observation|>", *_THINK, *_CALL),
            *("<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
        ),
        ("<|user|>",),
        "<|endoftext|>",
        ("<|user|>", "<|endoftext|>", "<|observation|>"),
        closing=Closing.NEXT_ROLE,
        tool_end=("<|observation|>",),
        inside=("<think>", "</think>", "<tool_call>", "</tool_call>", "<arg_key>"),
        model_type="glm4_moe",
        tokenizer_config={"pad_token": "<|endoftext|>"},
    ),
    Family(
        "deepseek-v2",
        templates.DEEPSEEK_V2,
        _DEEPSEEK,
        ("<｜end▁of▁sentence｜>",),
        "<｜end▁of▁sentence｜>",
        ("<｜end▁of▁sentence｜>",),
        model_type="deepseek_v2",
        tokenizer_config={"bos_token": "<｜begin▁of▁sentence｜>"},
    ),
    Family(
        "deepseek-v3",
        templates.DEEPSEEK_V3,
        (*_DEEPSEEK, *_DEEPSEEK_TOOLS),
        ("<｜end▁of▁sentence｜>",),
        "<｜end▁of▁sentence｜>",
        ("<｜end▁of▁sentence｜>",),
        tool_end=("<｜end▁of▁sentence｜>",),
        inside=("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", "<｜tool▁sep｜>"),
        model_type="deepseek_v3",
        tokenizer_config={"bos_token": "<｜begin▁of▁sentence｜>"},
    ),
    Family(
        "deepseek-r1",
        templates.DEEPSEEK_R1,
        (*_DEEPSEEK, *_THINK),
        ("<｜end▁of▁sentence｜>",),
        "<｜end▁of▁sentence｜>",
        ("<｜end▁of▁sentence｜>",),
        inside=("<think>",),
        model_type="deepseek_v3",
        tokenizer_config={"bos_token": "<｜begin▁of▁sentence｜>"},
    ),
    Family(
        "command-r",
        templates.COMMAND_R,
        _COHERE,
        ("<|END_OF_TURN_TOKEN|>",),
        "<|END_OF_TURN_TOKEN|>",
        ("<|END_OF_TURN_TOKEN|>",),
        model_type="cohere",
        tokenizer_config={"bos_token": "<BOS_TOKEN>"},
    ),
    Family(
        "command-a",
        templates.COMMAND_A,
        _COHERE,
        ("<|END_RESPONSE|>", "<|END_OF_TURN_TOKEN|>"),
        "<|END_OF_TURN_TOKEN|>",
        ("<|END_OF_TURN_TOKEN|>",),
        tool_end=("<|END_OF_TURN_TOKEN|>",),
        inside=("<|START_RESPONSE|>", "<|START_ACTION|>", "<|END_ACTION|>"),
        model_type="cohere2",
        tokenizer_config={"bos_token": "<BOS_TOKEN>"},
    ),
    Family(
        "yi",
        templates.chatml(),
        ("<unk>", "<|startoftext|>", *_CHAT),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|endoftext|>"),
        tokenizer_config={"bos_token": "<|startoftext|>"},
    ),
    Family(
        "internlm2",
        templates.chatml(before="{{ bos_token }}"),
        (*_S, "<|im_start|>", "<|im_end|>", "<|action_start|>", "<|action_end|>"),
        ("<|im_end|>",),
        "</s>",
        ("<|im_end|>", "</s>"),
        model_type="internlm2",
        tokenizer_config=_BOS,
    ),
    Family(
        "zephyr",
        templates.ZEPHYR,
        _S,
        ("</s>",),
        "</s>",
        ("</s>",),
        model_type="mistral",
        tokenizer_config=_BOS,
    ),
    Family(
        "vicuna",
        templates.VICUNA,
        _S,
        ("</s>",),
        "</s>",
        ("</s>",),
        tokenizer_config=_BOS,
    ),
    Family(
        "falcon-3",
        templates.FALCON,
        ("<|endoftext|>", *_ROLES),
        ("<|endoftext|>",),
        "<|endoftext|>",
        ("<|endoftext|>",),
    ),
    Family(
        "starchat",
        templates.STARCHAT,
        ("<|endoftext|>", *_ROLES, "<|end|>"),
        ("<|end|>",),
        "<|end|>",
        ("<|end|>", "<|endoftext|>"),
        model_type="gpt_bigcode",
    ),
    Family(
        "gpt-oss",
        templates.GPT_OSS,
        (
            *("<|endoftext|>", "<|startoftext|>", "<|start|>", "<|message|>", "<|channel|>"),
            *("<|constrain|>", "<|end|>", "<|return|>", "<|call|>"),
        ),
        ("<|return|>",),
        "<|return|>",
        ("<|return|>", "<|endoftext|>", "<|call|>"),
        tool_end=("<|call|>",),
        inside=("<|start|>", "<|message|>", "<|channel|>", "<|end|>"),
        model_type="gpt_oss",
        tokenizer_config={"pad_token": "<|endoftext|>"},
    ),
    Family(
        "granite",
        templates.GRANITE,
        ("<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>", "<|tool_call|>"),
        ("<|end_of_text|>",),
        "<|end_of_text|>",
        ("<|end_of_text|>",),
        tool_end=("<|end_of_text|>",),
        inside=("<|tool_call|>",),
        model_type="granite",
    ),
    Family(
        "olmo-2",
        templates.OLMO,
        ("<|endoftext|>", "<|pad|>", *_ROLES),
        ("<|endoftext|>",),
        "<|endoftext|>",
        ("<|endoftext|>",),
        model_type="olmo2",
        tokenizer_config={"bos_token": "<|endoftext|>", "pad_token": "<|pad|>"},
    ),
    Family(
        "smollm2",
        templates.chatml(system=templates.DEFAULT_SYSTEM),
        _CHAT,
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>",),
        tokenizer_config={"bos_token": "<|im_start|>"},
    ),
    Family(
        "idefics3",
        templates.IDEFICS_3,
        (*_CHAT, "<image>", "<end_of_utterance>"),
        ("<end_of_utterance>",),
        "<end_of_utterance>",
        ("<end_of_utterance>",),
        model_type="idefics3",
        tokenizer_config={"bos_token": "<|im_start|>"},
    ),
    Family(
        "llava",
        templates.LLAVA,
        (*_S, "<image>", "<pad>"),
        ("</s>",),
        "</s>",
        ("</s>",),
        model_type="llava",
        tokenizer_config={**_BOS, "pad_token": "<pad>"},
    ),
    Family(
        "kimi-k2",
        templates.KIMI,
        (
            *("[BOS]", "[EOS]", "<|im_end|>", "<|im_user|>", "<|im_assistant|>", "<|im_system|>"),
            *("<|im_middle|>", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
            *("<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>"),
        ),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>",),
        tool_end=("<|im_end|>",),
        inside=("<|tool_calls_section_begin|>", "<|tool_call_end|>"),
        model_type="kimi_k2",
        tokenizer_config={"bos_token": "[BOS]"},
    ),
    Family(
        "minicpm",
        templates.chatml(before="{{ bos_token }}"),
        (*_S, "<|im_start|>", "<|im_end|>"),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "</s>"),
        model_type="minicpm",
        tokenizer_config=_BOS,
    ),
    Family(
        "hermes",
        templates.chatml(
            before="{{ bos_token }}", inside=templates.THOUGHT, calls=templates.TOOL_TAGS
        ),
        ("<|begin_of_text|>", "<|end_of_text|>", "<|im_start|>", "<|im_end|>", *_CALL, *_THINK),
        ("<|im_end|>",),
        "<|im_end|>",
        ("<|im_end|>", "<|end_of_text|>"),
        tool_end=("<|im_end|>",),
        inside=("<think>", "</think>", "<tool_call>", "</tool_call>"),
        tokenizer_config={"bos_token": "<|begin_of_text|>"},
    ),
    Family(
        "apertus",
        templates.APERTUS,
        (
            *(*_S, "<|system_start|>", "<|system_end|>", "<|user_start|>", "<|user_end|>"),
            *("<|assistant_start|>", "<|assistant_end|>"),
        ),
        ("<|assistant_end|>",),
        "<|assistant_end|>",
        ("<|assistant_end|>", "</s>"),
        closing=Closing.LAZY,
        model_type="apertus",
        tokenizer_config=_BOS,
    ),
    Family(
        "rwkv",
        templates.RWKV,
        ("<|rwkv_tokenizer_end_of_text|>",),
        (),
        "<|rwkv_tokenizer_end_of_text|>",
        ("<|rwkv_tokenizer_end_of_text|>",),
        closing=Closing.NONE,
        model_type="rwkv",
    ),
    Family(
        "nemotron",
        templates.NEMOTRON,
        (*_S, "<extra_id_0>", "<extra_id_1>"),
        ("<extra_id_1>",),
        "</s>",
        ("<extra_id_1>", "</s>"),
        closing=Closing.NEXT_ROLE,
        model_type="nemotron",
        tokenizer_config=_BOS,
    ),
    Family(
        "exaone",
        templates.EXAONE,
        ("[BOS]", "[PAD]", "[|system|]", "[|user|]", "[|assistant|]", "[|endofturn|]"),
        ("[|endofturn|]",),
        "[|endofturn|]",
        ("[|endofturn|]",),
        model_type="exaone",
        tokenizer_config={"bos_token": "[BOS]", "pad_token": "[PAD]"},
    ),
    Family(
        "jamba",
        templates.JAMBA,
        (
            *("<|pad|>", "<|startoftext|>", "<|endoftext|>", "<|bom|>", "<|eom|>", *_ROLES),
            *("<tool_calls>", "</tool_calls>"),
        ),
        ("<|eom|>",),
        "<|eom|>",
        ("<|eom|>", "<|endoftext|>"),
        tool_end=("<|eom|>",),
        inside=("<tool_calls>", "</tool_calls>"),
        model_type="jamba",
        tokenizer_config={"bos_token": "<|startoftext|>", "pad_token": "<|pad|>"},
    ),
)
