"""The chat templates of a model folder, in files of their own and in settings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from endstop.checkpoints.folder_file import Kind, UnfitFileError, names_in, read_file
from endstop.checkpoints.json_file import JsonFile

MORE_TEMPLATES = "additional_chat_templates"
MOST_TEMPLATES = 16
_LONGEST_NAME = 100  # characters


@dataclass(frozen=True, slots=True)
class Template:
    """A chat template: its name (`default` unless the model has several), file and text."""

    name: str
    file: str
    text: str


def read_templates(folder: Path, json_file: Callable[[str], JsonFile]) -> list[Template]:
    """Every template, a file of its own before the settings; see `Checkpoint.templates`."""
    own = _in_file(folder, "default", "chat_template.jinja")
    found = [] if own is None else [own]
    for name in ("chat_template.json", "tokenizer_config.json"):
        found.extend(_templates_in(name, json_file(name).content.get("chat_template")))
    for name in names_in(folder / MORE_TEMPLATES)[: 2 * MOST_TEMPLATES]:
        if name.endswith(".jinja"):
            more = _in_file(folder, name.removesuffix(".jinja"), f"{MORE_TEMPLATES}/{name}")
            found.extend([] if more is None else [more])
    return found


def _in_file(folder: Path, name: str, file: str) -> Template | None:
    """A template in a file of its own; an unfit file is an empty template."""
    try:
        text = read_file(folder / file, Kind.TEMPLATE)
    except FileNotFoundError:
        return None
    except UnfitFileError:
        text = b""
    return Template(name, file, text.decode("utf-8", "replace"))


def _templates_in(file: str, setting: Any) -> list[Template]:
    """The templates of a `chat_template` setting: a text, or named ones in a list or an object.

    One that is longer than a template can be is an empty one.
    """
    if isinstance(setting, str):
        setting = {"default": setting}
    if isinstance(setting, dict):
        setting = [{"name": name, "template": text} for name, text in setting.items()]
    return [
        Template(str(entry.get("name"))[:_LONGEST_NAME], file, _fitting(entry["template"]))
        for entry in (setting if isinstance(setting, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("template"), str)
    ]


def _fitting(text: str) -> str:
    return text if len(text) <= (Kind.TEMPLATE.value.size or 0) else ""
