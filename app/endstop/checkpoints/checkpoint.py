"""A model folder, read lazily: its JSON files, chat template, tokenizer and size."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from endstop.errors import ModelError
from endstop.translation import _

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_PATTERN = "*.safetensors"


class Checkpoint:
    """The files of one model; each is read at most once, when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def name(self) -> str:
        """The folder's name, as a person knows the model."""
        return self.folder.resolve().name

    @cached_property
    def config(self) -> dict[str, Any]:
        """config.json; a ModelError if it is missing or broken."""
        if not self.folder.is_dir():
            raise ModelError(
                _("{folder} is not a folder.").format(folder=self.folder),
                _("Choose the folder that holds the model's config.json."),
            )
        config = self.read_json("config.json")
        if config is None:
            raise ModelError(
                _("{folder} holds no config.json.").format(folder=self.folder),
                _("Choose the folder of a downloaded or converted model."),
            )
        return config

    @cached_property
    def generation_config(self) -> dict[str, Any]:
        """generation_config.json, empty if there is none."""
        return self.read_json("generation_config.json") or {}

    @cached_property
    def tokenizer_config(self) -> dict[str, Any]:
        """tokenizer_config.json, empty if there is none."""
        return self.read_json("tokenizer_config.json") or {}

    @cached_property
    def text_config(self) -> dict[str, Any]:
        """The text part of config.json; config.json itself for a text-only model."""
        nested = self.config.get("text_config")
        return nested if isinstance(nested, dict) else self.config

    @cached_property
    def chat_template(self) -> str | None:
        """The template that runtimes use: its own file before the tokenizer's settings."""
        own = self.folder / "chat_template.jinja"
        if own.is_file():
            return own.read_text(encoding="utf-8")
        for settings in (self.read_json("chat_template.json") or {}, self.tokenizer_config):
            template = settings.get("chat_template")
            if isinstance(template, list):
                template = _default_template(template)
            if isinstance(template, str):
                return template
        return None

    @cached_property
    def tokenizer(self) -> "Tokenizer | None":
        """tokenizer.json as the `tokenizers` library reads it, None where there is none."""
        from tokenizers import Tokenizer

        path = self.folder / "tokenizer.json"
        if not path.is_file():
            return None
        try:
            return Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises plain Exception
            raise ModelError(
                _("{file} cannot be read: {reason}").format(file=path, reason=error),
                _("Download the model again."),
            ) from error

    @cached_property
    def weight_files(self) -> tuple[Path, ...]:
        """The safetensors files."""
        return tuple(sorted(self.folder.glob(WEIGHTS_PATTERN)))

    @property
    def size(self) -> int:
        """The weights' size in bytes."""
        return sum(path.stat().st_size for path in self.weight_files)

    def token_id(self, text: str) -> int | None:
        """The id of a token by its exact text."""
        return self.tokenizer.token_to_id(text) if self.tokenizer else None

    def token_text(self, token_id: int) -> str | None:
        """The text of a token by its id, None if the tokenizer does not know it."""
        return self.tokenizer.id_to_token(token_id) if self.tokenizer else None

    def read_json(self, name: str) -> dict[str, Any] | None:
        """A JSON object file of the folder, None if missing; a ModelError if it is broken."""
        path = self.folder / name
        if not path.is_file():
            return None
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(
                _("{file} cannot be read: {reason}").format(file=path, reason=error),
                _("Download the model again or mend the file."),
            ) from error
        if not isinstance(content, dict):
            raise ModelError(
                _("{file} holds no JSON object.").format(file=path),
                _("Download the model again or mend the file."),
            )
        return content


def _default_template(templates: list[Any]) -> str | None:
    """The template named default of a list of named ones, else the first."""
    named = {t.get("name"): t.get("template") for t in templates if isinstance(t, dict)}
    template = named.get("default", next(iter(named.values()), None))
    return template if isinstance(template, str) else None
