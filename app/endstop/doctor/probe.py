"""Ask the model itself: does it end its turns, and would its own files let it stop?

Two questions. It writes one answer with the stop set of its files and one with the patched set;
side by side they show a runaway and its cure. And a finished answer is laid before it: if the turn
end is what it wants next, the weights are right and the files are wrong; if not, it never learnt
to end a turn, and no file can mend that.
"""

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _

ANSWER_LIMIT = 600  # tokens of the patched answer
RUN_ON = 64  # tokens that the files' own answer may go on after the patched one ended
UNLEARNT = 0.01  # a turn end less likely than this was not learnt


class Written(Protocol):
    """A token that was written."""

    @property
    def id(self) -> int:
        """Its id."""
        ...

    @property
    def text(self) -> str:
        """What it adds to the text; a marker's name."""
        ...


class TokenRank(Protocol):
    """How likely a token is as the next one."""

    @property
    def id(self) -> int:
        """Its id."""
        ...

    @property
    def text(self) -> str:
        """Its text."""
        ...

    @property
    def probability(self) -> float:
        """From 0 to 1."""
        ...

    @property
    def rank(self) -> int:
        """1 is the likeliest."""
        ...


class ProbeTarget(Protocol):
    """The little of an engine that the probe needs; both methods may raise EndstopError."""

    def write(self, stop_ids: Collection[int], limit: int) -> Iterator[Written]:
        """An answer to a question that it can answer; a stop token is its last one."""
        ...

    def ranks(self, ids: Collection[int]) -> Sequence[TokenRank]:
        """After a finished answer: the likeliest next token, then the others of `ids`."""
        ...


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer: the stop set, the tokens, and whether one of them ended it."""

    stop_ids: frozenset[int]
    tokens: tuple[Written, ...]
    stopped: bool

    @property
    def text(self) -> str:
        """What was written, markers included."""
        return "".join(token.text for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Probing:
    """Progress: which trial runs (1 or 2), how many tokens it has written, and the latest."""

    trial: int
    tokens: int
    latest: Written


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What came out: both answers, how the candidates stand, and what it means."""

    patched: Trial
    files_alone: Trial
    ranks: tuple[TokenRank, ...]
    findings: tuple[Finding, ...]


def probe(subject: Subject, target: ProbeTarget) -> Iterator[Probing | ProbeReport]:
    """Run the probe; the last item is the report."""
    files = subject.stop_sets[RuntimeName.TRANSFORMERS].ids or frozenset()
    both = files | subject.turn_end.ids
    patched = yield from _trial(target, 1, both, ANSWER_LIMIT)
    alone = yield from _trial(target, 2, files, len(patched.tokens) + RUN_ON)
    ranks = tuple(target.ranks(sorted(both)))
    findings = (
        *_empty(patched),
        *_ran_on(subject, alone),
        *_unlearnt(subject, ranks),
    )
    yield ProbeReport(patched, alone, ranks, findings)


def _trial(
    target: ProbeTarget, number: int, stop_ids: frozenset[int], limit: int
) -> Generator[Probing, None, Trial]:
    tokens: list[Written] = []
    for token in target.write(stop_ids, limit):
        tokens.append(token)
        yield Probing(number, len(tokens), token)
    return Trial(stop_ids, tuple(tokens), bool(tokens) and tokens[-1].id in stop_ids)


def _empty(patched: Trial) -> Iterator[Finding]:
    if len(patched.tokens) <= 1:
        yield Finding(
            "EOS072",
            Severity.ERROR,
            _("The model answers nothing"),
            _("It ended its answer after {count} tokens.").format(count=len(patched.tokens)),
            evidence=(Evidence("answer", patched.text),),
            beyond_stop_lists=True,
        )


def _ran_on(subject: Subject, alone: Trial) -> Iterator[Finding]:
    """It wrote its turn end, and the files' stop set let it go on."""
    markers = [i for i, t in enumerate(alone.tokens) if t.id in subject.turn_end.ids]
    if alone.stopped or not markers:
        return
    first = alone.tokens[markers[0]]
    message = _(
        "It wrote {text} ({id}) as token {number} and went on to token {last}: its files list"
        " {listed}. The model is right, the files are wrong."
    )
    yield Finding(
        "EOS070",
        Severity.ERROR,
        _("The model ends its turn and is not stopped"),
        message.format(
            text=first.text,
            id=first.id,
            number=markers[0] + 1,
            last=len(alone.tokens),
            listed=", ".join(map(str, sorted(alone.stop_ids))) or _("no stop token"),
        ),
        evidence=(Evidence("stop set", sorted(alone.stop_ids), sorted(subject.turn_end.ids)),),
    )


def _unlearnt(subject: Subject, ranks: Sequence[TokenRank]) -> Iterator[Finding]:
    """At the end of a finished answer the turn end is not what the model wants."""
    ends = [token for token in ranks if token.id in subject.turn_end.ids]
    if not ends:
        return
    best = max(ends, key=lambda token: token.probability)
    if best.probability >= UNLEARNT or best.rank == 1:
        return
    winner = ranks[0]
    message = _(
        "After a finished answer {text} ({id}) has probability {probability:.2g} and rank {rank};"
        " {winner} ({winner_id}) comes first with {share:.0%}. No file can mend that."
    )
    yield Finding(
        "EOS071",
        Severity.ERROR,
        _("The model never learnt its turn end"),
        message.format(
            text=best.text,
            id=best.id,
            probability=best.probability,
            rank=best.rank,
            winner=winner.text,
            winner_id=winner.id,
            share=winner.probability,
        ),
        evidence=(Evidence("probability", best.probability, 1.0),),
        beyond_stop_lists=True,
    )
