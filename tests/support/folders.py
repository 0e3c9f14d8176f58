"""Model folders made for a test: small files with exactly the state that it needs."""

import json
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>")


def make_tokenizer(specials: tuple[str, ...] = SPECIALS) -> Tokenizer:
    """A byte-level tokenizer; the specials get the ids from 256 on, in order."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(
        models.BPE(vocab={letter: i for i, letter in enumerate(alphabet)}, merges=[])
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.add_special_tokens([AddedToken(text, special=True) for text in specials])
    return tokenizer


def make_folder(
    folder: Path,
    *,
    config: Any = None,
    generation_config: Any = None,
    tokenizer_config: Any = None,
    template: str | None = CHATML,
    specials: tuple[str, ...] = SPECIALS,
) -> Path:
    """A model folder without weights; None leaves a file out."""
    folder.mkdir(parents=True, exist_ok=True)
    make_tokenizer(specials).save(str(folder / "tokenizer.json"))
    files = {
        "config.json": {"model_type": "qwen3_5"} if config is None else config,
        "generation_config.json": generation_config,
        "tokenizer_config.json": tokenizer_config,
    }
    for name, content in files.items():
        if content is not None:
            (folder / name).write_text(json.dumps(content), encoding="utf-8")
    if template is not None:
        (folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    return folder
