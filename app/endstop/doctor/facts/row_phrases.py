"""How findings name tokens by their rows, and show a row as evidence."""

from collections.abc import Iterable

from endstop.checkpoints.turn_end import Marker
from endstop.doctor.facts.phrases import enumeration, markers, shortened
from endstop.doctor.facts.special_rows import SpecialRow, SpecialRows
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence
from endstop.translation import _

_SHOWN = 3  # tokens that a message names


def row_tokens(subject: Subject, ids: Iterable[int]) -> str:
    """Tokens as ends are named, `<|im_end|> (258)`; a row without a token is its number."""
    named = ((token_id, subject.checkpoint.token_text(token_id)) for token_id in ids)
    return enumeration(
        [
            str(token_id) if text is None else markers([Marker(shortened(text), token_id)])
            for token_id, text in named
        ]
    )


def twin_tokens(subject: Subject, row: SpecialRow) -> str:
    """The tokens that share a row: the first ones, and how many more."""
    shown, more = row_tokens(subject, row.twins[:_SHOWN]), len(row.twins) - _SHOWN
    return _("{tokens} and {count} more").format(tokens=shown, count=more) if more > 0 else shown


def row_evidence(seen: SpecialRows, row: SpecialRow) -> Evidence:
    """Where the row is, the largest value in it, and the usual one."""
    key = f"{seen.matrix.name}[{row.id}]"
    same = {"same_as": list(row.twins[:_SHOWN])} if row.twins else {}
    if row.numbers is None or seen.usual is None:
        return Evidence(key, same)
    return Evidence(key, {"largest": row.numbers.largest, **same}, {"largest": seen.usual.largest})


def layer_name(seen: SpecialRows) -> str:
    """The short name of the matrix: `lm_head`."""
    return seen.matrix.name.removesuffix(".weight").rpartition(".")[2]
