"""The tokenizer's eos_token as transformers' AutoTokenizer has it: what most runtimes call eos.

Version 5.24.0, run: models/auto/tokenization_auto.py, tokenization_utils_base.py
(`_from_pretrained`) and tokenization_utils_tokenizers.py (`TokenizersBackend.__init__`).

special_tokens_map.json, where it names the token (null too), hides tokenizer_config.json, unless
the latter has added_tokens_decoder. In tokenizer_config.json an object counts only with
`"__type": "AddedToken"`. A text that the vocabulary lacks becomes a new token behind it, which no
model has learnt. Where no file names the token, the tokenizer's class may.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.folder_file import names_in
from endstop.doctor.runtimes.eos_setting import CONFIG, FileState, file_state, unreadable
from endstop.doctor.runtimes.transformers_configs import refused_setting
from endstop.doctor.runtimes.transformers_tokenizers import class_default
from endstop.translation import _

_SETTINGS = "tokenizer_config.json"
_MAP = "special_tokens_map.json"
_ADDED = "added_tokens_decoder"
_NAMES = ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token")
_OTHER_VOCABULARIES = ("*.model", "*.tiktoken", "vocab.json", "vocab.txt", "tekken.json")


@dataclass(frozen=True, slots=True)
class TokenizerEos:
    """`id` None: no file names one, or, with `untold`, it cannot be told without tokenizer.json.

    `refusal` says why AutoTokenizer fails on the folder, empty where it does not.
    """

    id: int | None = None
    text: str = ""
    refusal: str = ""
    untold: bool = False


def read_tokenizer_eos(checkpoint: Checkpoint) -> TokenizerEos:
    """The eos_token and its id; never raises."""
    refusal = _file_refusal(checkpoint) or _setting_refusal(checkpoint)
    if refusal:
        return TokenizerEos(refusal=refusal)
    if checkpoint.tokenizer is None:
        return TokenizerEos(untold=True)
    text = _text_of(checkpoint, "eos_token")
    # An empty text is no token, and what is no token has the id of the unknown one.
    text = _text_of(checkpoint, "unk_token") if text == "" else text
    if not text:
        return TokenizerEos()
    token_id = checkpoint.token_id(text)
    return TokenizerEos(_appended_id(checkpoint, text) if token_id is None else token_id, text)


def _text_of(checkpoint: Checkpoint, name: str) -> str | None:
    """The text of a special token; None where nothing names it."""
    token = _named(checkpoint, name, class_default(checkpoint, name))
    text = token.get("content", "") if isinstance(token, dict) else token
    return text if isinstance(text, str) else None


def _file_refusal(checkpoint: Checkpoint) -> str:
    """Why loading the tokenizer fails on a file, empty if it does not."""
    files = [CONFIG, _SETTINGS]
    if not _maps_are_hidden(checkpoint):
        files.append(_MAP)
    for name in files:
        state = file_state(checkpoint, name)
        if state not in (FileState.MISSING, FileState.READ):
            return unreadable(name, state)
    if checkpoint.tokenizer_error:
        return _("tokenizer.json is refused: {reason}.").format(reason=checkpoint.tokenizer_error)
    if checkpoint.tokenizer is None and not _has_other_vocabulary(checkpoint):
        return _("There is no tokenizer.json.")
    return ""


def _setting_refusal(checkpoint: Checkpoint) -> str:
    """Why loading the tokenizer fails on a setting, empty if it does not."""
    refused = refused_setting(checkpoint)
    if refused:
        return _("transformers refuses config.json: its {key} is {value!r}.").format(
            key=refused[0], value=refused[1]
        )
    for name in _NAMES:
        token = _named(checkpoint, name, None)
        if not _is_token(token, needs_type=not _is_mapped(checkpoint, name)):
            return _("The tokenizer's {name} is neither a text nor a token: {value!r}.").format(
                name=name, value=token
            )
    return ""


def _named(checkpoint: Checkpoint, name: str, default: str | None) -> Any:
    """What the files call a special token; `default` where none names it."""
    file = _MAP if _is_mapped(checkpoint, name) else _SETTINGS
    return checkpoint.json_file(file).content.get(name, default)


def _is_mapped(checkpoint: Checkpoint, name: str) -> bool:
    """Whether special_tokens_map.json decides about a token."""
    return not _maps_are_hidden(checkpoint) and name in checkpoint.json_file(_MAP).content


def _maps_are_hidden(checkpoint: Checkpoint) -> bool:
    return _ADDED in checkpoint.json_file(_SETTINGS).content


def _is_token(token: Any, *, needs_type: bool) -> bool:
    if token is None or isinstance(token, str):
        return True
    typed = isinstance(token, dict) and (token.get("__type") == "AddedToken" or not needs_type)
    return typed and isinstance(token.get("content", ""), str)


def _appended_id(checkpoint: Checkpoint, text: str) -> int:
    """The id that a text which the vocabulary lacks gets: after it, in the order of adding."""
    added = checkpoint.json_file(_SETTINGS).content.get(_ADDED)
    entries = sorted(added.items(), key=_place) if isinstance(added, dict) else []
    texts = [entry.get("content") for _id, entry in entries if isinstance(entry, dict)]
    texts += [_text_of(checkpoint, "bos_token"), text]
    missing = [t for t in texts if isinstance(t, str) and t and checkpoint.token_id(t) is None]
    return checkpoint.vocabulary_size + list(dict.fromkeys(missing)).index(text)


def _place(entry: tuple[str, Any]) -> int:
    """Where an entry of added_tokens_decoder stands: its id."""
    return int(entry[0]) if entry[0].isdecimal() else 0


def _has_other_vocabulary(checkpoint: Checkpoint) -> bool:
    """Whether the folder holds a tokenizer in a form that is not read here."""
    names = names_in(checkpoint.folder)
    return any(fnmatchcase(name, form) for name in names for form in _OTHER_VOCABULARIES)
