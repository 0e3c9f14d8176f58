"""What the template that runtimes use writes: the marked conversations as texts."""

from endstop.checkpoints.conversations import ANSWER, NEXT, Shown, conversations_for
from endstop.checkpoints.template_process import Renderings, render_templates
from endstop.doctor.facts.subject import Subject

_CHANGED_LIMIT_S = 1.0


def conversations(subject: Subject) -> dict[Shown, str]:
    """The conversations as the model's own templates write them; empty without a template."""
    checkpoint = subject.checkpoint
    if not checkpoint.templates:
        return {}
    return _by_what_they_show(checkpoint.templates[0].text, checkpoint.renderings()[0])


def conversations_of(subject: Subject, template: str) -> dict[Shown, str]:
    """The conversations as a changed template would write them, which has a second for it."""
    names = tuple(sorted(subject.checkpoint.template_names.items()))
    rendered = render_templates((template,), names, limit_s=_CHANGED_LIMIT_S)
    return _by_what_they_show(template, rendered[0])


def final_tail(shown: dict[Shown, str]) -> str:
    """What follows an answer that is the last message."""
    return shown.get(Shown.ANSWER, "").rpartition(ANSWER)[2]


def history_gap(shown: dict[Shown, str]) -> str:
    """What stands between an answer and the next question."""
    return shown.get(Shown.NEXT, "").rpartition(ANSWER)[2].partition(NEXT)[0]


def _by_what_they_show(template: str, renderings: Renderings) -> dict[Shown, str]:
    texts = (rendering.text for rendering in renderings)
    return dict(zip(conversations_for(template), texts, strict=True))
