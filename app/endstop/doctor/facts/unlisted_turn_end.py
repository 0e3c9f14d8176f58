"""A turn end that the files do not list, and who stops nonetheless (EOS001 and EOS018)."""

from dataclasses import dataclass

from endstop.checkpoints.listed_ends import ListedEnds, id_lists, tokenizer_end
from endstop.doctor.facts.phrases import markers, place, runtimes, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class Unlisted:
    """The place that runtimes trust first and that lacks the turn end; who stops, who does not."""

    listed: ListedEnds
    deaf: tuple[RuntimeName, ...]
    stopping: tuple[RuntimeName, ...]


def trusted_list(subject: Subject) -> ListedEnds | None:
    """The first place that names ends at all: generation_config.json, config.json, its
    text_config, the tokenizer; None where none does."""
    places = (*id_lists(subject.checkpoint), tokenizer_end(subject.checkpoint))
    return next((listed for listed in places if listed.ids), None)


def deaf_runtimes(subject: Subject) -> tuple[RuntimeName, ...]:
    """The runtimes that run the model and do not stop at the turn end."""
    return tuple(
        name
        for name, stop_set in subject.stop_sets.items()
        if subject.stops_in(name) is False and not stop_set.refuses
    )


def unlisted_turn_end(subject: Subject) -> Unlisted | None:
    """Where the turn end is missing; None if it is listed or every runtime stops."""
    listed = trusted_list(subject)
    ids = subject.turn_end.ids
    if listed is None or not ids or ids & set(listed.ids):
        return None
    deaf = deaf_runtimes(subject)
    stopping = tuple(name for name in subject.stop_sets if subject.stops_in(name))
    return Unlisted(listed, deaf, stopping) if deaf else None


def consequence(subject: Subject, unlisted: Unlisted) -> str:
    """What the files list instead, and in which runtimes generation goes on."""
    texts = [
        _(
            "{template} ends turns with {turn_end}, which {place} does not list (it lists "
            "{listed})."
        ).format(
            template=subject.turn_end.file,
            turn_end=markers(subject.turn_end.markers),
            place=place(unlisted.listed),
            listed=tokens(subject, unlisted.listed.ids),
        ),
        _not_stopping(subject, unlisted),
    ]
    if unlisted.stopping:
        texts.append(_stopping(subject, unlisted))
    return " ".join(texts)


def _not_stopping(subject: Subject, unlisted: Unlisted) -> str:
    if len(unlisted.deaf) == len(subject.stop_sets) > 1:
        return _("No runtime will stop.")
    return _("{runtimes} will not stop.").format(runtimes=runtimes(unlisted.deaf))


def _stopping(subject: Subject, unlisted: Unlisted) -> str:
    names = runtimes(unlisted.stopping)
    if set(tokenizer_end(subject.checkpoint).ids) & subject.turn_end.ids:
        return _("{runtimes} will, through the tokenizer's eos_token.").format(runtimes=names)
    return _("{runtimes} will, by rules of their own.").format(runtimes=names)


def wanted_evidence(unlisted: Unlisted, wanted: list[int]) -> Evidence:
    """The value that lacks the turn end, beside the one that has it."""
    return Evidence(unlisted.listed.key, unlisted.listed.value, wanted)
