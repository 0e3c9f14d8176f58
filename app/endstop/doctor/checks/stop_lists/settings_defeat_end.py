"""Generation settings keep the model from ending.

What: generation_config.json bans the turn end (suppress_tokens, begin_suppress_tokens,
bad_words_ids), forbids it for a number of tokens (min_new_tokens, min_length), or ignores it
(ignore_eos).

Why it hurts: these work on the probabilities before a token is chosen, so the best stop list
cannot help: the end is never chosen, or not in time, and the model fills up with something.

Example: `"suppress_tokens": [151645]`, left over from an experiment.

Remedy: remove the setting, or leave the turn end out of it.

The same options can come with a request or a server's command line; those do not show in files.
"""

from collections.abc import Iterator
from typing import Any

from endstop.checkpoints.listed_ends import GENERATION_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import markers, shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_BANS = ("suppress_tokens", "begin_suppress_tokens", "bad_words_ids")
_LENGTHS = ("min_new_tokens", "min_length")


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each setting; nothing for a model whose turn end is not known."""
    if not subject.turn_end.ids:
        return
    settings = subject.checkpoint.generation_config
    for key in _BANS:
        if (left := _without(settings.get(key), subject.turn_end.ids)) is not None:
            message = _("{key} bans {turn_end}: it is never chosen.")
            yield _finding(subject, key, left or None, message)
    for key in _LENGTHS:
        value = settings.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            message = _("{key} is {value}: the end is forbidden until then.")
            yield _finding(subject, key, 0, message)
    if settings.get("ignore_eos") is True:
        yield _finding(subject, "ignore_eos", False, _("{key} is on: ends are ignored."))


def _without(value: Any, ids: frozenset[int]) -> list[Any] | None:
    """A list of bans without the turn end; None if it is not in there."""
    if not isinstance(value, list):
        return None
    left = [one for one in value if not _bans(one, ids)]
    return left if len(left) < len(value) else None


def _bans(one: Any, ids: frozenset[int]) -> bool:
    alone = one[0] if isinstance(one, list) and len(one) == 1 else one
    return type(alone) is int and alone in ids


def _finding(subject: Subject, key: str, wanted: Any, message: str) -> Finding:
    found = subject.checkpoint.generation_config[key]
    return Finding(
        "EOS061",
        Severity.WARNING,
        _("A generation setting keeps the model from ending"),
        message.format(key=key, value=shortened(found), turn_end=markers(subject.turn_end.markers)),
        GENERATION_CONFIG,
        (Evidence(key, found, wanted),),
        Fix(
            _("Set {key} to {value}").format(key=key, value=shortened(wanted)),
            automatic=False,
            edits=(JsonEdit(GENERATION_CONFIG, (key,), wanted),),
        ),
    )


CHECK = Check("EOS061", "settings-defeat-end", run)
