"""Folders that bring code, and folders that bring a journal of fixes."""

import json
from pathlib import Path
from typing import Any

from tests.hostile.case import Case, Harm, edited

# Whatever runs it leaves this file beside the model.
MARKER = "code-ran"


def _program(folder: Path, path: Path) -> None:
    marker = folder.parent / MARKER
    path.write_text(
        f"open({str(marker)!r}, 'w').close()\n"
        "class Config: model_type = 'qwen3_5'\n"
        "class Tokenizer: pass\nclass Processor: pass\nclass Model: pass\n"
        "ModelConfig = TextConfig = VisionConfig = Config\n",
        encoding="utf-8",
    )


def _with_code(name: str, program: str = "planted.py", **settings: Any) -> Harm:
    def harm(folder: Path) -> None:
        _program(folder, folder / program)
        edited(name, **settings)(folder)

    return harm


def _package(folder: Path) -> None:
    """Modules named as libraries name theirs: no setting points to them."""
    for name in ("processing_qwen3_5.py", "modeling_qwen3_5.py", "configuration_qwen3_5.py"):
        _program(folder, folder / name)
    (folder / "custom_generate").mkdir()
    _program(folder, folder / "custom_generate" / "generate.py")
    _program(folder, folder / "__init__.py")
    _program(folder, folder / "sitecustomize.py")


def _journal(**entry: Any) -> Harm:
    """A journal as an older Endstop kept it, that says what nobody did."""

    def harm(folder: Path) -> None:
        (folder / ".endstop").mkdir()
        file = {"file": "model.safetensors", "before": None, "after": "0" * 64, "link": None}
        fix = {"made": "2026-01-01T00:00:00", "titles": ["x"], "files": [file | entry]}
        journal = {"format": 1, "fixes": [fix]}
        (folder / ".endstop" / "journal.json").write_text(json.dumps(journal), encoding="utf-8")

    return harm


def _endless_journal(folder: Path) -> None:
    (folder / ".endstop").mkdir()
    (folder / ".endstop" / "journal.json").symlink_to("/dev/zero")


_AUTO = {
    "AutoConfig": "planted.Config",
    "AutoTokenizer": ["planted.Tokenizer", "planted.Tokenizer"],
    "AutoProcessor": "planted.Processor",
    "AutoImageProcessor": "planted.Processor",
    "AutoModelForCausalLM": "planted.Model",
}

CASES = (
    Case("code in model_file", _with_code("config.json", model_file="planted.py")),
    Case(
        "code in model_file, outside",
        _with_code("config.json", "../planted.py", model_file="../planted.py"),
    ),
    *(
        Case(f"code in auto_map of {name}", _with_code(name, auto_map=_AUTO))
        for name in (
            "config.json",
            "tokenizer_config.json",
            "preprocessor_config.json",
            "processor_config.json",
        )
    ),
    Case("code in files that nothing names", _package),
    Case("a journal that deletes the weights", _journal()),
    Case("a journal that links outside", _journal(file="config.json", link="/etc/passwd")),
    Case("a journal without an end", _endless_journal),
)
