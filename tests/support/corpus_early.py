"""Reported cases, rebuilt: the Qwen and Llama families."""

from tests.support.corpus_build import (
    CONFIG,
    ENDOFTEXT,
    EOS,
    IM_END,
    TRAINER,
    Case,
    S,
    changed,
    own,
    turns,
    with_adapter,
)
from tests.support.file_fixtures import model
from tests.support.folders import SPECIALS
from tests.support.weight_fixtures import BASE, gguf, modelfile, tied, untied
from tests.support.weights import trained_rows

_BASE_ENDS = {**CONFIG, "eos_token_id": 256}
_FROZEN = with_adapter(untied(BASE, model(ends=256, config=_BASE_ENDS)))

EARLY_CASES: tuple[Case, ...] = (
    Case(
        "C01",
        "Qwen3.5 (lift-oQ4)",
        ("EOS001", "EOS002"),
        changed("qwen3.5-vision", ends=ENDOFTEXT, config=None),
    ),
    Case("C02", "Qwen2.5 base, LoRA", ("EOS030", "EOS031"), _FROZEN),
    Case(
        "C03",
        "Qwen3.5 vision",
        ("EOS001", "EOS060"),
        changed("qwen3.5-vision", ends=ENDOFTEXT, config=None),
    ),
    Case("C05", "MLX quants", ("EOS001", "EOS060"), changed("qwen3", ends=False, config=ENDOFTEXT)),
    Case(
        "C07",
        "Qwen2.5 base",
        ("EOS001", "EOS023", "EOS030"),
        untied(BASE, model(ends=256, config=_BASE_ENDS, name="Qwen2.5-7B-Base")),
    ),
    Case(
        "C08",
        "Qwen2.5 base, SFT",
        ("EOS001", "EOS040"),
        changed("qwen2.5", ends=ENDOFTEXT, config=ENDOFTEXT, files=TRAINER, **EOS),
    ),
    Case(
        "C09",
        "Qwen2.5 base, SFT",
        ("EOS001",),
        changed("qwen2.5", ends=ENDOFTEXT, config=ENDOFTEXT, **EOS),
    ),
    Case("C10", "open-r1", ("EOS002",), changed("qwen2.5", ends=ENDOFTEXT, config=ENDOFTEXT)),
    Case(
        "C11",
        "Qwen2.5 base, SFT",
        ("EOS030", "EOS040"),
        untied(BASE, model(files=TRAINER)),
    ),
    Case("C13", "Qwen base, QLoRA", ("EOS030", "EOS031"), _FROZEN),
    Case("C14", "Qwen base, LoRA", ("EOS030", "EOS031"), _FROZEN),
    Case("C15", "Llama 3.2, tied", ("EOS032",), tied(trained_rows(seed=1), trained_rows())),
    Case("C19", "Qwen2.5-Omni thinker", ("EOS003",), changed("qwen2.5", ends=False, config=None)),
    Case("C19", "Qwen2.5-Omni thinker", ("EOS004",), changed("qwen2.5", ends=False, config=None)),
    Case(
        "C21",
        "InternLM chat",
        ("EOS001",),
        own(
            turns("<eoa>"),
            (*S, "<eoh>", "<eoa>"),
            ends=258,
            config=CONFIG,
            tokenizer_config={"eos_token": "</s>"},
        ),
    ),
    Case(
        "C24",
        "Llama 3",
        ("EOS001", "EOS062"),
        changed(
            "llama-3",
            ends="<|end_of_text|>",
            config="<|end_of_text|>",
            generation={"stop_strings": ["<|eot_id|>"]},
            eos_token="<|end_of_text|>",
        ),
    ),
    Case(
        "C25",
        "Llama 3, EXL2",
        ("EOS015",),
        changed("llama-3.1-tools", config=("<|end_of_text|>", "<|eom_id|>", "<|eot_id|>")),
    ),
    Case(
        "C26",
        "Llama 3 fine-tune",
        ("EOS001",),
        changed("llama-3", ends=False, config="<|end_of_text|>", eos_token="<|end_of_text|>"),
    ),
    Case(
        "C27",
        "Llama 3.1 tools",
        ("EOS016",),
        changed("llama-3.1-tools", ends=("<|end_of_text|>", "<|eot_id|>"), config=None),
    ),
    Case(
        "C28", "Llama 3.1 in Ollama", ("EOS054",), modelfile("FROM ./model.gguf\n", template=None)
    ),
    Case(
        "C30",
        "Llama 3 fine-tune",
        ("EOS040",),
        changed("llama-3", files=TRAINER, pad_token="<|eot_id|>"),
    ),
    Case(
        "C31",
        "Llama 3.1 fine-tune",
        ("EOS001", "EOS040"),
        changed("llama-3", ends=False, config="<|end_of_text|>", pad_token="<|eot_id|>"),
    ),
    Case("C34", "Llama 2, AWQ", ("EOS003",), changed("llama-2", ends=None)),
    Case("C34", "Llama 2, AWQ", ("EOS004",), changed("llama-2", ends=False)),
    Case(
        "C36",
        "CodeLlama 70B, a token between turns",
        ("EOS001",),
        own(
            turns(" <step> "),
            (*S, "<step>"),
            ends=258,
            config=CONFIG,
            tokenizer_config={"eos_token": "</s>"},
        ),
    ),
    Case(
        "C36",
        "CodeLlama 70B, text between turns",
        ("EOS017",),
        own(
            "{% for m in messages %}Source: {{ m.role }}\n\n {{ m.content }}\n\n{% endfor %}",
            S,
            ends=258,
            config=CONFIG,
            tokenizer_config={"eos_token": "</s>"},
        ),
    ),
    Case(
        "C37",
        "OpenOrca GGUF",
        ("EOS051", "EOS052"),
        gguf(
            texts=(*SPECIALS, "<dummy32000>"),
            types={IM_END: 1, "<dummy32000>": 1},
            ids={"eos": 261},
        ),
    ),
)
