"""What transformers' config classes do with eos_token_id: check its type, or bring one.

Read from transformers 5.24.0 by loading a config.json of every model type that it knows. A class
that declares the setting refuses a wrong type when the config is loaded, and with it everything
that loads the config: the model, AutoTokenizer, and thus mlx-lm and mlx-vlm too. A composite's
class (model type `qwen3_5`) checks its text_config only. A model type that is not listed here
checks nothing; its code may come with the model.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TOP_LIST = _names("""
    EvollaModel afmoe aimv2_text_model albert align_text_model apertus apertus1p5_text arcee
    aria_text axk1 axk2 bailing_hybrid bamba bart beam bert bert-generation big_bird
    bigbird_pegasus biogpt bitnet blenderbot blenderbot-small blip_text_model bloom blt
    blt_local_decoder bridgetower_text_model camembert canine chameleon clap_text_model
    clip_text_model clipseg_text_model clvp_decoder clvp_encoder codegen cohere cohere2
    cohere2_moe cohere_compass_text convbert cosmos3_edge_text csm csm_depth_decoder_model ctrl
    cwm data2vec-audio data2vec-text dbrx deberta deberta-v2 decision_transformer
    deepseek_ocr2_encoder deepseek_ocr2_text deepseek_v2 deepseek_v3 deepseek_v32 deepseek_v4
    dia dia_decoder diffllama diffusion_gemma_text distilbert doge dory dots1 dots3_note
    dots3_note_text dpr electra embedding_gemma2_text emu3_text_model ernie ernie4_5
    ernie4_5_moe ernie4_5_vl_moe_text esm esmc eurobert evolla exaone exaone4 exaone_moe falcon
    falcon_h1 falcon_mamba flaubert flex_olmo flint fnet fsmt fuyu gemma gemma2 gemma3_text
    gemma3n_text gemma4_text gemma4_unified_text git glm glm4 glm4_moe glm4_moe_lite
    glm4v_moe_text glm5_next glm5_next_text glm_image_text glm_moe_dsa gpt-sw3 gpt2 gpt_bigcode
    gpt_neo gpt_neox gpt_neox_japanese gpt_oss gptj granite granite4_vision_text
    granite_docling_text granite_swa granitemoe granitemoe_swa granitemoehybrid granitemoeshared
    groupvit_text_model gte helium higgs_audio_v2 hrm_text hubert hunyuan_v1_dense
    hunyuan_v1_moe hunyuan_vl hunyuan_vl_text hy_v3 hy_v4 hy_v4_vl_text hyperclovax ibert
    idefics imagegpt internlm3 iquestcoder jais2 jamba jetmoe jina_embeddings_v3 kimi_linear
    kolibri1 kosmos_2_5_text_model kosmos_2_text_model kyutai_speech_to_text laguna lara_mini
    layoutlm layoutlmv3 led lfm2 lfm2_moe lfm3 lilt llama llama4_text longcat_flash longformer
    longt5 luke lxmert m2m_100 mamba mamba2 marian markuplm mbart megatron-bert mellum
    metaclip_2_text_model mimo_v2_flash minicpm3 minimax minimax_m2 minimax_m3_vl_text ministral
    ministral3 mistral mistral4 mistral_large4_text mixtral mllama_text_model modernbert
    modernbert-decoder moonshine moonshine_streaming moshi moshi_depth mpnet mpt mra mt5
    muse_glimmer_text muse_spark_text musicgen_decoder musicgen_melody_decoder mvp nanochat
    nemotron nemotron_h nllb-moe nystromformer olmo olmo2 olmo3 olmo_hybrid olmoe openai-gpt
    openai_privacy_filter opt owlv2_text_model owlvit_text_model paddleocr_vl paddleocr_vl_text
    pegasus pegasus_x persimmon phi phi3 phi4_multimodal phimoe pix2struct_text_model plbart
    pop2piano pp_formulanet_text prophetnet qwen2 qwen2_5_omni_text qwen2_5_vl qwen2_5_vl_text
    qwen2_moe qwen2_vl qwen2_vl_text qwen3 qwen3_5_moe_text qwen3_5_text qwen3_asr qwen3_moe
    qwen3_next qwen3_omni_moe_talker_code_predictor qwen3_omni_moe_talker_text
    qwen3_omni_moe_text qwen3_vl_moe_text qwen4_exp_text rag recurrent_gemma reformer rembert
    roberta roberta-prelayernorm roformer rwkv sarvam_mla sarvam_moe seamless_m4t
    seamless_m4t_v2 seed_oss sew sew-d siglip2_text_model siglip_text_model smollm3 solar_open
    speech_to_text speecht5 splinter squeezebert stablelm starcoder2 step3p5 switch_transformers
    t5 t5_gemma_module t5gemma2_decoder t5gemma2_text tapas tipsv2_text_model trocr udop
    ultrabert umt5 unispeech unlimited_ocr_text vaultgemma videoprism_text_model visual_bert
    voxtral_realtime_text wav2vec2 wav2vec2-bert wav2vec2-conformer wavlm whisper
    xclip_text_model xglm xlm xlm-roberta xlm-roberta-xl xlnet xlstm xmod yoso youtu zamba
    zamba2 zaya
""")

_TOP_INT = _names("""
    altclip_text_model canary canary_decoder chinese_clip_text_model cohere_asr
    gradium_phonon_tts inkling2_loop_text inkling2_text inkling_text muse_glimmer_assistant
    nomic_bert omniasr pocket_tts unispeech-sat vibevoice
""")

_TEXT_LIST = _names("""
    aimv2 align apertus1p5 aria audioflamingo3 aya_vision blip blip-2 bridgetower clap clip
    clipseg clvp cohere2_vision cohere_compass cosmos3_edge deepseek_ocr2 deepseek_vl
    deepseek_vl_hybrid diffusion_gemma dots3_note embedding_gemma2 emu3 ernie4_5_vl_moe fast_vlm
    florence2 fuyu gemma3 gemma3n gemma4 gemma4_unified gemma4_unified_assistant glm4v_moe
    glm5_next glm_image glmasr got_ocr2 granite4_vision granite_docling granite_speech
    granite_speech_plus grounding-dino groupvit hunyuan_vl hy_v4_vl hyperclovax_vision_v2
    idefics2 idefics3 instructblip instructblipvideo internvl janus jev kimi_k25 kosmos-2
    kosmos-2.5 lfm2_vl lfm3_vl lighton_ocr llama4 llava llava_next llava_next_video
    llava_onevision metaclip_2 minicpm_ocr minicpmv4_6 minicpmv4_7 minimax_m3_vl mistral3
    mistral_large4 mllama mm-grounding-dino modernvbert moss_transcribe_diarize muse_glimmer
    muse_spark musicflamingo nemo_speechlm nemotron_h_omni omdet-turbo omniasr ovis2 owlv2
    owlvit paddleocr_vl paligemma pe_audio pe_audio_video pe_video perception_lm pix2struct
    pp_chart2table pp_formulanet qianfan_ocr qwen2_5_omni_thinker qwen2_5_vl qwen2_audio
    qwen2_vl qwen3_5 qwen3_5_moe qwen3_asr qwen3_omni_moe_thinker qwen3_vl_moe qwen4_exp sam3
    shieldgemma2 siglip siglip2 smolvlm step3p7 t5gemma2_encoder tipsv2 ultravbert unlimited_ocr
    vibevoice vibevoice_asr video_llama_3 video_llava videoprism vipllava
    vision-text-dual-encoder voxtral voxtral_realtime xclip
""")

_TEXT_INT = _names("""
    altclip chinese_clip inkling2 inkling2_loop inkling_mm_model
""")

_DEFAULTS: dict[tuple[int, ...], str] = {
    (2,): """
        altclip altclip_text_model apertus apertus1p5 apertus1p5_text aria aria_text bamba bart
        big_bird biogpt blenderbot blenderbot-small blip blip-2 blip_text_model bloom
        bridgetower bridgetower_text_model camembert chameleon clap clap_text_model convbert
        data2vec-audio data2vec-text deepseek_ocr2 deepseek_ocr2_text deepseek_v2 deepseek_vl
        deepseek_vl_hybrid diffllama ernie4_5 ernie4_5_moe esm esmc exaone4 exaone4_5 falcon_h1
        florence2 fnet fsmt fuyu gpt_neox granite granite4_vision granite4_vision_text
        granite_speech granite_speech_plus granitemoe granitemoe_swa granitemoehybrid
        granitemoeshared helium hubert hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl
        hunyuan_vl_text hyperclovax hyperclovax_vision_v2 ibert idefics idefics2 idefics3
        inkling_mm_model inkling_text instructblip instructblipvideo internlm3 iquestcoder jamba
        janus jetmoe jina_embeddings_v3 kosmos-2 kosmos-2.5 kosmos_2_5_text_model
        kosmos_2_text_model layoutlmv3 led lfm2 lfm2_moe lfm2_vl llama llama4 llama4_text llava
        llava_next llava_next_video longcat_flash longformer luke m2m_100 mamba2 markuplm mbart
        minicpm3 minimax ministral ministral3 mistral mistral3 mistral4 mistral_large4
        mistral_large4_text mixtral moonshine moonshine_streaming mpnet mra mvp nemo_speechlm
        nemotron_h nemotron_h_omni nllb-moe nystromformer omniasr opt paddleocr_vl
        paddleocr_vl_text perception_lm persimmon phi phimoe plbart pp_formulanet
        pp_formulanet_text prophetnet rag reformer roberta roberta-prelayernorm seed_oss sew
        sew-d smolvlm speech_to_text speecht5 trocr unispeech unispeech-sat video_llava vipllava
        visual_bert voxtral voxtral_realtime voxtral_realtime_text wav2vec2 wav2vec2-bert
        wav2vec2-conformer wavlm xclip xclip_text_model xglm xlm-roberta xlm-roberta-xl xlnet
        xlstm xmod yoso zamba zamba2
    """,
    (1,): """
        bert-generation bigbird_pegasus colpali deepseek_v3 deepseek_v32 deepseek_v4
        diffusion_gemma diffusion_gemma_text embedding_gemma2 embedding_gemma2_text flaubert
        gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text gemma4 gemma4_text gemma4_unified
        gemma4_unified_assistant gemma4_unified_text glm4_moe_lite glm_moe_dsa kimi_k25 longt5
        mt5 nanochat paligemma pegasus pegasus_x pix2struct pix2struct_text_model pop2piano
        recurrent_gemma sarvam_mla sarvam_moe shieldgemma2 switch_transformers t5
        t5_gemma_module t5gemma t5gemma2 t5gemma2_decoder t5gemma2_encoder t5gemma2_text udop
        umt5 unlimited_ocr unlimited_ocr_text vaultgemma xlm
    """,
    (49407,): """
        aimv2 aimv2_text_model clip clip_text_model clipseg clipseg_text_model groupvit
        groupvit_text_model metaclip_2 metaclip_2_text_model omdet-turbo owlv2 owlv2_text_model
        owlvit owlvit_text_model sam3 siglip siglip2 siglip2_text_model siglip_text_model
    """,
    (0,): "clvp clvp_encoder falcon_mamba mamba marian rwkv stablelm ultrabert ultravbert",
    (50256,): """
        codegen decision_transformer gpt-sw3 gpt2 gpt_bigcode gpt_neo gptj starcoder2 whisper
    """,
    (3,): "albert canary canary_decoder cohere_asr nemotron seamless_m4t seamless_m4t_v2",
    (50282,): """
        colmodernvbert modernbert modernbert-decoder modernvbert pe_audio pe_audio_video
        pe_video
    """,
    (128001,): "arcee bitnet eurobert mllama mllama_text_model smollm3 youtu",
    (255001,): """
        aya_vision cohere cohere2 cohere2_moe cohere2_vision cohere_compass cohere_compass_text
    """,
    (100257,): "flex_olmo granite_docling granite_docling_text granite_swa olmo_hybrid",
    (151645,): "colqwen2 qwen2_5_vl qwen2_5_vl_text qwen2_vl qwen2_vl_text",
    (200001,): "muse_glimmer muse_glimmer_assistant muse_glimmer_text muse_spark muse_spark_text",
    (50279,): "olmo olmo2 olmo3 olmoe",
    (200006,): "inkling2 inkling2_loop inkling2_loop_text inkling2_text",
    (11,): "cosmos3_edge cosmos3_edge_text falcon",
    (120025,): "hy_v4 hy_v4_vl hy_v4_vl_text",
    (128009,): "EvollaModel evolla higgs_audio_v2",
    (200020,): "minimax_m2 minimax_m3_vl minimax_m3_vl_text",
    (1024,): "dia dia_decoder",
    (16385,): "glm_image glm_image_text",
    (124900,): "lfm3 lfm3_vl",
    (151329, 151336, 151338): "glm glm4",
    (151643,): "lara_mini vibevoice",
    (151668,): "dots3_note dots3_note_text",
    (151850,): "emu3 emu3_text_model",
    (163691,): "axk1 axk2",
    (53,): "exaone_moe",
    (102,): "git",
    (106,): "zaya",
    (313,): "rembert",
    (361,): "exaone",
    (8193,): "clvp_decoder",
    (31999,): "gpt_neox_japanese",
    (32000,): "phi3",
    (57345,): "canine",
    (59246, 59253, 59255): "glmasr",
    (128001, 128008, 128009): "cwm",
    (150024,): "jais2",
    (151643, 151645): "qwen3_asr",
    (156895,): "bailing_hybrid",
    (163586,): "kimi_linear",
    (199999,): "openai_privacy_filter",
    (199999, 200020): "phi4_multimodal",
}

_DEFAULT_OF = {name: ids for ids, names in _DEFAULTS.items() for name in names.split()}


def refused_setting(checkpoint: Checkpoint) -> tuple[str, Any] | None:
    """The eos setting of config.json that the model's config class refuses: its key and value."""
    config = checkpoint.json_file("config.json").content
    kind, text_config = config.get("model_type"), config.get("text_config")
    if not isinstance(kind, str):
        return None
    value = config.get("eos_token_id")
    if not _fits(value, lists=kind in _TOP_LIST, ints=kind in _TOP_INT):
        return "eos_token_id", value
    if isinstance(text_config, dict):
        value = text_config.get("eos_token_id")
        if not _fits(value, lists=kind in _TEXT_LIST, ints=kind in _TEXT_INT):
            return "text_config.eos_token_id", value
    return None


def default_eos(model_type: Any) -> tuple[int, ...]:
    """The ids that the config class of a model type brings where config.json names none."""
    return _DEFAULT_OF.get(model_type, ()) if isinstance(model_type, str) else ()


def _fits(value: Any, *, lists: bool, ints: bool) -> bool:
    """Whether a value may stand where a class wants an int, or an int or a list of ints."""
    if value is None or not (lists or ints) or type(value) is int:
        return True
    return lists and isinstance(value, list) and all(type(item) is int for item in value)
