"""A Modelfile stops at texts that answers contain.

What: `PARAMETER stop` names a text that stands within a normal answer: a line break, a bracket, a
quote, or the marks of thinking and tool calls.

Why it hurts: the answer is empty or cut: JSON ends at its first brace, thinking swallows the reply.

Example: `PARAMETER stop "</think>"` to hide the thinking; `PARAMETER stop "}"` for short JSON.

Remedy: delete the line and stop at the turn end.
"""

import re
from collections.abc import Iterator

from endstop.checkpoints.modelfile import NAME, Modelfile
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity, TextEdit
from endstop.translation import _

_STRUCTURE = re.compile(r"[\s{}\[\]\",:`]+|</?(?:think|thinking|tool_call|tool_response|answer)>")
_INNER = re.compile(r"think|reason|tool|channel|message")


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each such stop."""
    modelfile = subject.checkpoint.modelfile
    if modelfile is None:
        return
    ends = {marker.text for marker in subject.turn_end.markers}
    inner = {subject.checkpoint.token_text(i) for i in subject.turn_end.used_inside}
    for stop in dict.fromkeys(modelfile.stops):
        structural = _STRUCTURE.fullmatch(stop) or (stop in inner and _INNER.search(stop))
        if not structural or stop in ends:
            continue
        yield Finding(
            "EOS055",
            Severity.ERROR,
            _("The Modelfile stops at {text!r}, which answers contain").format(text=stop),
            _(
                "PARAMETER stop names {text!r}. It stands within normal answers, so Ollama cuts "
                "them off there."
            ).format(text=stop),
            NAME,
            (Evidence("PARAMETER stop", stop),),
            _fix(modelfile, stop),
        )


def _fix(modelfile: Modelfile, stop: str) -> Fix:
    """Take the line out."""
    stops = (p.line for p in modelfile.parameters if (p.name, p.value) == ("stop", stop))
    lines = tuple(dict.fromkeys(stops))
    title = _("Delete {lines} from the Modelfile").format(lines=", ".join(lines))
    return Fix(title, automatic=True, edits=(TextEdit(NAME, without=lines),))


CHECK = Check("EOS055", "modelfile-structural-stop", run)
