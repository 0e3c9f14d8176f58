"""What the template that runtimes use writes: the marked conversations as texts."""

from endstop.checkpoints.conversations import ANSWER, NEXT, Shown, conversations_for
from endstop.checkpoints.template_process import render_templates
from endstop.doctor.subject import Subject


def conversations(subject: Subject) -> dict[Shown, str]:
    """The conversations as the model's own templates write them; empty without a template.

    They were rendered for the turn end already and are remembered.
    """
    templates = tuple(template.text for template in subject.checkpoint.templates)
    return _rendered(subject, templates) if templates else {}


def conversations_of(subject: Subject, template: str) -> dict[Shown, str]:
    """The conversations as another template would write them."""
    return _rendered(subject, (template,))


def final_tail(shown: dict[Shown, str]) -> str:
    """What follows an answer that is the last message."""
    return shown.get(Shown.ANSWER, "").rpartition(ANSWER)[2]


def history_gap(shown: dict[Shown, str]) -> str:
    """What stands between an answer and the next question."""
    return shown.get(Shown.NEXT, "").rpartition(ANSWER)[2].partition(NEXT)[0]


def _rendered(subject: Subject, templates: tuple[str, ...]) -> dict[Shown, str]:
    names = tuple(sorted(subject.checkpoint.template_names.items()))
    first = render_templates(templates, names)[0]
    texts = [rendering.text for rendering in first]
    return dict(zip(conversations_for(templates[0]), texts, strict=True))
