"""Build the folders of reported cases: a family's right files, with what was reported."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Tokenizer, models

from tests.support.families import FAMILIES, make_family
from tests.support.file_fixtures import model

Build = Callable[[Path], Path]
ENDOFTEXT, IM_END = "<|endoftext|>", "<|im_end|>"
CONFIG = {"model_type": "qwen2", "vocab_size": 320}
EOS = {"eos_token": ENDOFTEXT, "pad_token": ENDOFTEXT}
LORA = {"peft_type": "LORA", "target_modules": ["q_proj", "v_proj"]}
S = ("<unk>", "<s>", "</s>")
TRAINER = {"trainer_state.json": {"global_step": 500}}
_FAMILIES = {family.name: family for family in FAMILIES}


@dataclass(frozen=True, slots=True)
class Case:
    """One report, or one of the ways in which it may have come about."""

    id: str
    family: str
    codes: tuple[str, ...]
    build: Build


def changed(
    family: str,
    *,
    ends: Any = ...,
    config: Any = ...,
    files: dict[str, Any] | None = None,
    generation: dict[str, Any] | None = None,
    name: str = "",
    **tokenizer: Any,
) -> Build:
    """A family's folder with other settings.

    `ends` and `config` are the eos_token_id of generation_config.json and config.json, as texts
    (a text, or a tuple for a list); None: it has none; `ends` False: no such file. `generation`
    are further settings, `tokenizer` those of tokenizer_config.json, `files` further files.
    """
    told = _FAMILIES[family]
    ids = {text: 256 + number for number, text in enumerate(told.specials)}

    def build(folder: Path) -> Path:
        made = make_family(folder / name, told)
        if config is not ...:
            _change(made / "config.json", eos_token_id=_as_ids(config, ids))
        if ends is not ... and ends is not False:
            _change(made / "generation_config.json", eos_token_id=_as_ids(ends, ids))
        _change(made / "generation_config.json", **(generation or {}))
        _change(made / "tokenizer_config.json", **tokenizer)
        if ends is False:
            (made / "generation_config.json").unlink()
        for file, content in (files or {}).items():
            (made / file).write_text(json.dumps(content), encoding="utf-8")
        return made

    return build


def _as_ids(named: Any, ids: dict[str, int]) -> Any:
    if isinstance(named, tuple):
        return [ids[text] for text in named]
    return None if named is None else ids[named]


def _change(path: Path, **settings: Any) -> None:
    """Set values of a JSON file; None removes the key."""
    content = json.loads(path.read_text(encoding="utf-8")) | settings
    left = {key: value for key, value in content.items() if value is not None}
    path.write_text(json.dumps(left), encoding="utf-8")


def low_ids(base: Build) -> Build:
    """The same folder with a tokenizer whose first tokens are <unk>, <s> and </s>: 0, 1, 2."""

    def build(folder: Path) -> Path:
        made = base(folder)
        named = ["<unk>", "<s>", "</s>"]
        texts = [*named, *(chr(code) for code in range(33, 127))]
        tokenizer = Tokenizer(models.BPE(vocab={t: i for i, t in enumerate(texts)}, merges=[]))
        tokenizer.add_special_tokens([AddedToken(text, special=True) for text in named])
        tokenizer.save(str(made / "tokenizer.json"))
        return made

    return build


def own(template: str, specials: tuple[str, ...], **settings: Any) -> Build:
    return model(template=template, specials=specials, **settings)


def turns(closer: str) -> str:
    return "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}" + closer + "\n{% endfor %}"


def with_adapter(base: Build) -> Build:
    """The base with a LoRA of the attention in a folder of its own inside."""

    def build(folder: Path) -> Path:
        made = base(folder)
        (made / "adapter").mkdir()
        text = json.dumps(LORA)
        (made / "adapter" / "adapter_config.json").write_text(text, encoding="utf-8")
        return made

    return build
