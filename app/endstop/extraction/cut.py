"""What an answer that was cut is worth: which of its values were whole, and which were not."""

from typing import Any

from endstop.extraction.leaf_spans import leaf_spans
from endstop.results.pointers import leaf_values
from endstop.results.result import Problem
from endstop.translation import _


def lost_values(text: str, closed: Any) -> tuple[Problem, ...]:
    """A problem for each leaf of the `closed` value that `text`, cut as it was, had not finished.

    Closing an answer by its grammar invents what is missing; nothing of that counts as found.
    """
    whole = {span.pointer: span.whole for span in leaf_spans(text)}
    within = _("The answer was cut within this value.")
    before = _("The answer was cut before this value; it was not read from the page.")
    return tuple(
        Problem(pointer, within if pointer in whole else before)
        for pointer, leaf in leaf_values(closed)
        if not whole.get(pointer) and not isinstance(leaf, (dict, list))
    )
