"""Two chat templates of the model close turns with different tokens.

What: the folder holds a template twice (chat_template.jinja, chat_template.json, in
tokenizer_config.json) and they end a turn in different ways.

Why it hurts: which one counts depends on the runtime and its version: older transformers read
tokenizer_config.json alone, newer ones prefer the file of its own. The stop list can be right for
one of them only.

Example: chat_template.jinja was replaced after a fine-tune, tokenizer_config.json still has the
base model's template.

Remedy: one template. Copy the right one over the other after looking at both.

Templates of other names (tool_use, rag) are made for other purposes and are not compared.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import TOKENIZER_CONFIG
from endstop.checkpoints.templates import Template
from endstop.checkpoints.turn_end import Closing, TurnEnd, find_turn_ends
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import markers
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each template that differs from the one that transformers uses."""
    found = [
        (template, turn_end)
        for template, turn_end in find_turn_ends(subject.checkpoint).items()
        if template.name == "default" and turn_end.closing is not Closing.UNKNOWN
    ]
    if not found:
        return
    (first, right), *others = found
    for template, turn_end in others:
        if turn_end.markers != right.markers:
            yield _finding(first, right, template, turn_end)


def _finding(first: Template, right: TurnEnd, other: Template, turn_end: TurnEnd) -> Finding:
    nothing = _("no token")
    message = _("{first} closes turns with {right}, {other} with {wrong}.").format(
        first=first.file,
        right=markers(right.markers) or nothing,
        other=other.file,
        wrong=markers(turn_end.markers) or nothing,
    )
    evidence = Evidence(
        "chat_template",
        [marker.text for marker in turn_end.markers],
        [marker.text for marker in right.markers],
    )
    title = _("Two chat templates close turns differently")
    edits: tuple[JsonEdit, ...] = ()
    if other.file in (TOKENIZER_CONFIG, "chat_template.json"):
        edits = (JsonEdit(other.file, ("chat_template",), first.text),)
    fix = Fix(
        _("Copy the template of {first} into {other}").format(first=first.file, other=other.file),
        automatic=False,
        edits=edits,
    )
    return Finding("EOS022", Severity.WARNING, title, message, other.file, (evidence,), fix)


CHECK = Check("EOS022", "templates-disagree", run)
