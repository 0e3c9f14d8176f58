"""A model folder, read lazily: its JSON files, chat templates, tokenizer and size."""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from endstop.checkpoints.adapter import Adapter, find_adapters
from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.folder_file import names_in
from endstop.checkpoints.gguf_file import GgufFile, find_gguf
from endstop.checkpoints.json_file import FileState, JsonFile, read_json_file
from endstop.checkpoints.modelfile import Modelfile, read_modelfile
from endstop.checkpoints.safetensors_index import Weights, read_weights
from endstop.checkpoints.template_process import Cancelled, Renderings, render_templates
from endstop.checkpoints.templates import MOST_TEMPLATES, Template, read_templates
from endstop.checkpoints.token_matrices import TokenMatrices, find_matrices
from endstop.checkpoints.tokenizer_file import read_tokenizer
from endstop.checkpoints.weight_rows_location import belongs_to_token_matrix
from endstop.errors import ModelError
from endstop.translation import _

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_SUFFIX = ".safetensors"
_MOST_VALUES = 1_200_000  # in all JSON files of a folder together
MODEL_FILES = (
    "config.json",
    "tokenizer_config.json",
    "generation_config.json",
    "adapter_config.json",
    "Modelfile",
)


class Checkpoint:
    """The files of one model; each is read at most once, when it is first asked for.

    Reading never raises, but for `config`: a broken file is an empty one with an error.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, JsonFile] = {}
        self._renderings: tuple[Renderings, ...] | None = None

    @property
    def name(self) -> str:
        """The folder's name, as a person knows the model."""
        return Path(os.path.realpath(self.folder)).name

    def json_file(self, name: str) -> JsonFile:
        """A JSON file of the folder, missing and broken ones included."""
        if name not in self._files:
            if sum(file.values for file in self._files.values()) > _MOST_VALUES:
                why = _("the settings of the folder are too large to be a model's")
                self._files[name] = JsonFile(name, True, error=why, state=FileState.BROKEN)
            else:
                self._files[name] = read_json_file(self.folder, name)
        return self._files[name]

    def require_model(self) -> None:
        """Raise ModelError if this is no model: neither a .gguf file nor a folder with its files.

        A config.json or a single .gguf that cannot be read is one, too.
        """
        try:
            problem = self._problem()
        except OSError as error:
            problem = error.strerror
        if problem:
            raise ModelError(
                _("{path} is no model: {reason}.").format(path=self.folder, reason=problem),
                _("Choose a folder with a config.json, or a .gguf file."),
            )
        if self.json_file("config.json").error:
            _broken = self.config

    def _problem(self) -> str | None:
        """Why this is no model."""
        if self.folder.is_file():
            return self.gguf.error if self.gguf else _("it is no .gguf file")
        if not self.folder.is_dir():
            return _("there is no such folder")
        found = any((self.folder / name).is_file() for name in MODEL_FILES)
        return None if found or self.gguf else _("it holds no file of a model")

    @property
    def config(self) -> dict[str, Any]:
        """config.json; a ModelError if it is missing or broken."""
        if not self.folder.is_dir():
            raise ModelError(
                _("{folder} is not a folder.").format(folder=self.folder),
                _("Choose the folder that holds the model's config.json."),
            )
        file = self.json_file("config.json")
        if not file.exists:
            raise ModelError(
                _("{folder} holds no config.json.").format(folder=self.folder),
                _("Choose the folder of a downloaded or converted model."),
            )
        if file.error:
            raise ModelError(
                _("config.json of {name} cannot be read: {reason}.").format(
                    name=self.name, reason=file.error
                ),
                _("Download the model again or mend the file."),
            )
        return file.content

    @property
    def generation_config(self) -> dict[str, Any]:
        """generation_config.json, empty if there is none."""
        return self.json_file("generation_config.json").content

    @property
    def tokenizer_config(self) -> dict[str, Any]:
        """tokenizer_config.json, empty if there is none."""
        return self.json_file("tokenizer_config.json").content

    @property
    def token_names(self) -> dict[str, Any]:
        """The settings bos_token, eos_token...: tokenizer_config.json's, or a lone GGUF file's."""
        return self.tokenizer_config or (self.gguf.token_names if self.gguf else {})

    @property
    def template_names(self) -> dict[str, str]:
        """The special tokens by the variable under which a chat template gets them.

        As transformers 5.24 passes them (`special_tokens_map`): bos_token, eos_token..., and those
        of the model's own, as image_token. special_tokens_map.json says what else is missing.
        """
        listed = self.json_file("special_tokens_map.json").content
        found = dict.fromkeys(("bos_token", "eos_token", "pad_token", "unk_token"), "")
        for settings in (listed, self.token_names, self.token_names.get("extra_special_tokens")):
            for name, token in settings.items() if isinstance(settings, dict) else ():
                if name.endswith("_token") and (text := token_content(token)):
                    found[name] = text
        return found

    @property
    def text_config(self) -> dict[str, Any]:
        """The text part of config.json; config.json itself for a text-only model."""
        config = self.json_file("config.json").content
        nested = config.get("text_config")
        return nested if isinstance(nested, dict) else config

    @cached_property
    def templates(self) -> tuple[Template, ...]:
        """Every chat template, the one that runtimes use first.

        A file of its own comes before the tokenizer's settings, as in transformers 5.24
        (`PreTrainedTokenizerBase._from_pretrained`).
        """
        found = read_templates(self.folder, self.json_file)
        if not found and self.gguf and self.gguf.chat_template:
            found.append(Template("default", self.gguf.path.name, self.gguf.chat_template))
        found.sort(key=lambda template: template.name != "default")
        return tuple(found[:MOST_TEMPLATES])

    def renderings(self, cancelled: Cancelled = lambda: False) -> tuple[Renderings, ...]:
        """The marked conversations as each of `templates` writes them; CancelledError."""
        if self._renderings is None:
            texts = tuple(template.text for template in self.templates)
            names = tuple(sorted(self.template_names.items()))
            self._renderings = render_templates(texts, names, cancelled)
        return self._renderings

    @cached_property
    def _read_tokenizer(self) -> "tuple[Tokenizer | None, str | None]":
        """tokenizer.json and why it cannot be read."""
        return read_tokenizer(self.folder)

    @property
    def tokenizer(self) -> "Tokenizer | None":
        """tokenizer.json as the `tokenizers` library reads it; None if missing or broken."""
        return self._read_tokenizer[0]

    @property
    def tokenizer_error(self) -> str | None:
        """Why tokenizer.json cannot be read, None if it can or is not there."""
        return self._read_tokenizer[1]

    @cached_property
    def added_tokens(self) -> dict[str, int]:
        """The tokenizer's added tokens, special ones among them: text to id."""
        if self.tokenizer is None:
            return self.gguf.markers if self.gguf else {}
        return {t.content: i for i, t in self.tokenizer.get_added_tokens_decoder().items()}

    @cached_property
    def weight_files(self) -> tuple[Path, ...]:
        """The safetensors files."""
        names = names_in(self.folder)
        return tuple(self.folder / name for name in names if name.endswith(WEIGHTS_SUFFIX))

    @property
    def size(self) -> int:
        """The weights' size in bytes."""
        files = self.weight_files or ((self.gguf.path,) if self.gguf else ())
        return sum(path.stat().st_size for path in files if path.is_file())

    @cached_property
    def gguf(self) -> GgufFile | None:
        """The .gguf file that the checkpoint is, or the first one of its folder."""
        return find_gguf(self.folder)

    @cached_property
    def modelfile(self) -> Modelfile | None:
        """Ollama's Modelfile in the folder."""
        return read_modelfile(self.folder)

    @cached_property
    def adapters(self) -> tuple[Adapter, ...]:
        """The LoRA adapters in the folder and beside it."""
        return find_adapters(self.folder)

    @cached_property
    def weights(self) -> Weights:
        """Where the safetensors tensors lie that have to do with tokens."""
        return read_weights(self.folder, belongs_to_token_matrix)

    @cached_property
    def matrices(self) -> TokenMatrices:
        """The matrices that have a row for each token."""
        return find_matrices(self.weights, self.gguf, self.json_file("config.json").content)

    @property
    def vocabulary_size(self) -> int:
        """How many tokens the tokenizer knows; 0 if there is none to read."""
        if self.tokenizer is None:
            return len(self.gguf.texts) if self.gguf else 0
        return self.tokenizer.get_vocab_size()

    def token_id(self, text: str) -> int | None:
        """The id of a token by its exact text."""
        if self.tokenizer is None:
            return self.gguf.ids.get(text) if self.gguf else None
        try:
            return self.tokenizer.token_to_id(text)
        except UnicodeEncodeError:  # half a surrogate pair, which JSON may hold
            return None

    def token_text(self, token_id: int) -> str | None:
        """The text of a token by its id, None if the tokenizer does not know it."""
        if self.tokenizer is None:
            return self.gguf.text(token_id) if self.gguf else None
        if not 0 <= token_id < 2**32:
            return None
        return self.tokenizer.id_to_token(token_id)
