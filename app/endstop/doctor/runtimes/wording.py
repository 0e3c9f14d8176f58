"""The sentences that say where a stop set comes from, the same in every runtime."""

from collections.abc import Iterable
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import FileState, file_state, unreadable
from endstop.doctor.runtimes.runtime import EffectiveStopSet
from endstop.doctor.runtimes.tokenizer_eos import TokenizerEos
from endstop.translation import _

_LONGEST = 60  # characters of a foreign value


def stops(ids: Iterable[int], *sentences: str) -> EffectiveStopSet:
    """A stop set and the sentences that explain it."""
    return EffectiveStopSet(frozenset(ids), " ".join(s for s in sentences if s))


def refuses(*sentences: str) -> EffectiveStopSet:
    """The runtime fails on the files; what it would stop at is nothing."""
    return EffectiveStopSet(frozenset(), " ".join(s for s in sentences if s), refuses=True)


def untold(*sentences: str) -> EffectiveStopSet:
    """The set cannot be told from the files."""
    return EffectiveStopSet(None, " ".join(s for s in sentences if s))


def shown(value: Any) -> str:
    """A setting in a sentence: `248044`, `248044, 248046`, or as Python writes it."""
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        text = ", ".join(map(str, value))
    else:
        text = "null" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def lists(file: str, value: Any) -> str:
    """What a file lists."""
    if type(value) is int or (isinstance(value, list) and len(value) == 1):
        return _("{file} lists {value} only.").format(file=file, value=shown(value))
    return _("{file} lists {value}.").format(file=file, value=shown(value))


def within(key: str) -> str:
    """A part of config.json."""
    return _("{key} of config.json").format(key=key)


def lists_nothing(checkpoint: Checkpoint, file: str) -> str:
    """Why a file gives no id."""
    state = file_state(checkpoint, file)
    if state is FileState.MISSING:
        return _("There is no {file}.").format(file=file)
    if state is not FileState.READ:
        return unreadable(file, state)
    content = checkpoint.json_file(file).content
    if "eos_token_id" not in content:
        return _("{file} has no eos_token_id.").format(file=file)
    value = shown(content["eos_token_id"])
    return _("{file} gives eos_token_id as {value}.").format(file=file, value=value)


def config_failure(checkpoint: Checkpoint) -> str:
    """Why no runtime knows which model this is, empty if config.json says it."""
    if file_state(checkpoint, "config.json") is not FileState.READ:
        return lists_nothing(checkpoint, "config.json")
    if not checkpoint.json_file("config.json").content.get("model_type"):
        return _("config.json has no model_type.")
    return ""


def tokenizer_adds(eos: TokenizerEos) -> str:
    """What the tokenizer's eos adds to the set."""
    if eos.id is None:
        return _("The tokenizer names no eos_token.")
    return _("The tokenizer's eos_token {text} ({id}) is added.").format(text=eos.text, id=eos.id)


def tokenizer_is_hidden(eos: TokenizerEos) -> str:
    """That a file's list replaces the tokenizer's eos."""
    if eos.id is None:
        return ""
    return _("The tokenizer's eos_token {text} ({id}) is not asked.").format(
        text=eos.text, id=eos.id
    )


def tokenizer_is_untold() -> str:
    """That the tokenizer is of a kind that is not read."""
    return _("Its tokenizer is not a tokenizer.json, so its eos_token cannot be told.")


def gguf_is_not_run() -> str:
    """That a runtime does not run GGUF files."""
    return _("This is a GGUF file, which this runtime does not load.")
