"""Eos_token_id is no id and no list of ids.

What: a text, a decimal number, true or false, a negative number, or a list within a list.

Why it hurts: transformers loads the value as it is and fails when it builds its stopping criteria,
or only warns (negative and decimal numbers) and never stops; mlx-lm takes a text as the set of its
letters; mlx-vlm drops what is no number without a word. No runtime means what the file says.
What a runtime outside the folder demands (an old MLC build wants one number where model folders
rightly have a list) the folder cannot show.

Example: `"eos_token_id": "<|im_end|>"` or `[[2, 32000]]`.

Remedy: the ids themselves, as numbers.
"""

from collections.abc import Iterator
from typing import Any

from endstop.checkpoints.listed_ends import GENERATION_CONFIG, ListedEnds, id_lists
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, resolved_ids, wanted_list
from endstop.doctor.facts.phrases import place, shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each place."""
    for listed in id_lists(subject.checkpoint):
        if (wrong := _wrong_part(listed.value)) is not None:
            yield _finding(subject, listed, wrong)


def _finding(subject: Subject, listed: ListedEnds, wrong: str) -> Finding:
    wanted = wanted_list(subject)
    if listed.file == GENERATION_CONFIG:
        fix = list_fix(subject, automatic=True)
    else:
        wanted = resolved_ids(subject, listed.value) or wanted
        title = _("Set {key} of {file} to {ids}").format(
            key=listed.key, file=listed.file, ids=shortened(wanted)
        )
        edits = (JsonEdit(listed.file, listed.path, wanted),) if wanted else ()
        fix = Fix(title, bool(edits), edits)
    message = _("eos_token_id of {place} is {value}: {wrong}.").format(
        place=place(listed), value=shortened(repr(listed.value)), wrong=wrong
    )
    evidence = Evidence(listed.key, listed.value, wanted)
    title = _("eos_token_id is not a list of ids")
    return Finding("EOS006", Severity.ERROR, title, message, listed.file, (evidence,), fix)


def _wrong_part(value: Any) -> str | None:
    """What in the value is no id, in words; None if all is well."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, bool):
            return _("a truth value is no token id")
        if isinstance(one, str):
            return _("a text is no token id")
        if isinstance(one, float):
            return _("a decimal number is no token id")
        if isinstance(one, int) and one < 0:
            return _("a negative number is no token id")
        if isinstance(one, list | dict):
            return _("ids stand in one plain list")
        if one is None and isinstance(value, list):
            return _("null is no token id")
    return None


CHECK = Check("EOS006", "end-of-wrong-type", run)
