"""Reported cases, rebuilt: Gemma, Phi, GLM and the rest."""

from tests.support.corpus_build import (
    CONFIG,
    ENDOFTEXT,
    EOS,
    IM_END,
    LORA,
    TRAINER,
    Case,
    S,
    changed,
    low_ids,
    own,
)
from tests.support.file_fixtures import model
from tests.support.weight_fixtures import gguf, modelfile, untied
from tests.support.weights import trained_rows, with_tiny

_MISTRAL = {"eos_token": "</s>", "pad_token": "</s>"}
_NO_TEMPLATE = {"config": CONFIG, "template": None}
_RENUMBERED = with_tiny(trained_rows(), range(270, 300))  # 268 and 269 are trained and unnamed

LATE_CASES: tuple[Case, ...] = (
    Case("C38", "Gemma 3", ("EOS001",), changed("gemma-3", ends="<eos>", config="<eos>")),
    Case("C38", "Gemma 3, list in config.json", ("EOS060",), changed("gemma-3", ends=False)),
    Case(
        "C39",
        "Gemma 3 QAT",
        ("EOS002",),
        changed("gemma-3", ends=("<eos>", "<end_of_turn>"), config=None),
    ),
    Case(
        "C41",
        "Gemma 3",
        ("EOS001", "EOS062"),
        changed(
            "gemma-3",
            ends="<eos>",
            config="<eos>",
            generation={"stop_strings": ["<end_of_turn>"]},
        ),
    ),
    Case(
        "C45",
        "Gemma 4 tools",
        ("EOS016",),
        changed("gemma-4", ends=("<eos>", "<turn|>"), config=None),
    ),
    Case("C47", "Gemma 4 grammar", ("EOS064",), changed("gemma-4")),
    Case("C48", "Gemma 4", ("EOS063",), changed("gemma-4", extra_eos_tokens=["<end_of_turn>"])),
    Case(
        "C51",
        "Phi 3",
        ("EOS001",),
        changed("phi-3", ends=ENDOFTEXT, config=ENDOFTEXT),
    ),
    Case(
        "C52",
        "Phi 3 vision",
        ("EOS001", "EOS005"),
        changed("phi-3", ends="</s>", config=(ENDOFTEXT, "<|end|>")),
    ),
    Case(
        "C53",
        "Phi 3 vision",
        ("EOS001", "EOS002"),
        changed("phi-3", ends=False, config="</s>", eos_token="<|end|>"),
    ),
    Case(
        "C54",
        "Phi 4",
        ("EOS001", "EOS040"),
        changed("phi-4", ends=ENDOFTEXT, config=ENDOFTEXT, bos_token=ENDOFTEXT, **EOS),
    ),
    Case("C55", "GLM 4", ("EOS018", "EOS016"), changed("glm-4", ends=ENDOFTEXT, config=ENDOFTEXT)),
    Case(
        "C58",
        "GLM, training template",
        ("EOS018", "EOS041"),
        changed(
            "glm-4",
            ends=ENDOFTEXT,
            config=ENDOFTEXT,
            files={"adapter_config.json": LORA},
        ),
    ),
    Case("C63", "Yi 1.5", ("EOS002", "EOS005"), changed("yi", ends=False, config=ENDOFTEXT)),
    Case(
        "C65",
        "StarChat",
        ("EOS001",),
        changed("starchat", ends=False, config=ENDOFTEXT, eos_token=ENDOFTEXT),
    ),
    Case(
        "C66",
        "StarCoder 2",
        ("EOS016",),
        model(
            ends=256,
            specials=(ENDOFTEXT, "<fim_prefix>", "<fim_middle>", "<fim_suffix>", "<file_sep>"),
            tokenizer_config={"eos_token": ENDOFTEXT},
            **_NO_TEMPLATE,
        ),
    ),
    Case(
        "C67",
        "Llemma",
        ("EOS007", "EOS042"),
        low_ids(
            own(
                "{% for m in messages %}{{ m.role }}: {{ m.content }}</s>{% endfor %}",
                S,
                ends=0,
                config={**CONFIG, "eos_token_id": 0},
                tokenizer_config={"eos_token": "</s>", "unk_token": "<unk>"},
            )
        ),
    ),
    Case(
        "C68",
        "RWKV",
        ("EOS010", "EOS017"),
        changed("rwkv", files={"special_tokens_map.json": {"eos_token": "<s>"}}),
    ),
    Case(
        "C69",
        "Kimi-VL, renumbered",
        ("EOS011", "EOS005", "EOS001"),
        untied(
            _RENUMBERED,
            changed("kimi-k2", ends=("<|im_user|>",), config=(IM_END, "<|im_assistant|>")),
        ),
    ),
    Case(
        "C72",
        "Kimi K3",
        ("EOS002", "EOS005"),
        changed("kimi-k2", ends=IM_END, config=None, eos_token="[EOS]"),
    ),
    Case("C74", "Idefics 2 base", ("EOS034",), untied(trained_rows(258))),
    Case(
        "C75",
        "MiniCPM-Llama3-V",
        ("EOS001",),
        changed(
            "llama-3",
            ends="<|end_of_text|>",
            config=None,
            eos_token="<|end_of_text|>",
            eot_token="<|eot_id|>",
        ),
    ),
    Case(
        "C76", "MiniCPM-V in Ollama", ("EOS054",), modelfile("FROM ./model.gguf\n", template=None)
    ),
    Case("C80", "gpt-oss", ("EOS019",), changed("gpt-oss")),
    Case("C82", "MiniMind", ("EOS003",), changed("minicpm", ends=None)),
    Case(
        "C84",
        "Mistral, completion collator",
        ("EOS040",),
        changed("mistral", files=TRAINER, **_MISTRAL),
    ),
    Case("C85", "Mistral SFT", ("EOS040",), changed("mistral", files=TRAINER, **_MISTRAL)),
    Case("C92", "Mistral GGUF", ("EOS051",), gguf(ids={"eos": 32000})),
    Case(
        "C92",
        "Mistral, before conversion",
        ("EOS007",),
        model(ends=32000, tokenizer_config={}, **_NO_TEMPLATE),
    ),
    Case(
        "C98",
        "GPT-2",
        ("EOS008",),
        model(
            ends=0, specials=(ENDOFTEXT,), tokenizer_config={"eos_token": ENDOFTEXT}, **_NO_TEMPLATE
        ),
    ),
)
