"""The text layer of a PDF page as words with boxes; only for the renderer process."""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium_c

from endstop.documents.page_transform import PageTransform
from endstop.documents.spelling import (
    LINE_END_HYPHEN,
    is_first_half,
    is_mark,
    is_unspaced,
    legible,
    whole,
)
from endstop.documents.word import Box, Word

# Edges of letters are smoothed over a pixel or so around their outline.
_MARGIN = 1.5
# A page is turned for its text only if it has some, and nearly all of it lies so.
_FEWEST_LETTERS = 12
_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class _Letter:
    """A character that PDFium found, with its box; None for one that takes no place."""

    text: str
    box: Box | None


def words_of(page: pypdfium2.PdfPage, transform: PageTransform) -> tuple[Word, ...]:
    """The words of `page` that can be seen, in PDFium's order (logical, also right to left)."""
    text = page.get_textpage()
    try:
        return tuple(_visible_words(_letters(text, transform), transform))
    finally:
        text.close()


def text_turn(page: pypdfium2.PdfPage) -> int | None:
    """The degrees clockwise that set the writing of `page` upright.

    0 if it lies in several ways, None if there is too little of it.
    """
    text = page.get_textpage()
    try:
        angles = Counter(
            round(math.degrees(pdfium_c.FPDFText_GetCharAngle(text, index)) / 90) % 4 * 90
            for index in range(pdfium_c.FPDFText_CountChars(text))
            if chr(pdfium_c.FPDFText_GetUnicode(text, index)).isalnum()
        )
    finally:
        text.close()
    if angles.total() < _FEWEST_LETTERS:
        return None
    ((angle, count),) = angles.most_common(1)
    lies = (angle + page.get_rotation()) % 360
    return -lies % 360 if count >= _SHARE * angles.total() else 0


def _visible_words(letters: Iterator[_Letter], transform: PageTransform) -> Iterator[Word]:
    """Words as runs of letters, without those that lie outside the page."""
    for run, joined in _runs(letters):
        boxes = [letter.box for letter in run if letter.box is not None]
        text = legible("".join(letter.text for letter in run))
        if not boxes or not text:
            continue
        box = boxes[0]
        for other in boxes[1:]:
            box = box.joined(other)
        seen = transform.visible(box, _MARGIN)
        if seen is not None:
            yield Word(text, seen, joined)


def _runs(letters: Iterator[_Letter]) -> Iterator[tuple[list[_Letter], bool]]:
    """The letters between spaces, each run with whether it follows without a space."""
    run: list[_Letter] = []
    joined = False
    for letter in letters:
        if letter.text.isspace():
            if run:
                yield run, joined
            run, joined = [], False
            continue
        if run and _begins_anew(run[-1].text, letter.text):
            yield run, joined
            run, joined = [], True
        run.append(letter)
    if run:
        yield run, joined


def _begins_anew(before: str, letter: str) -> bool:
    """Whether a word ends between two letters that no space divides."""
    if is_mark(letter):
        return False
    return before == LINE_END_HYPHEN or is_unspaced(before) or is_unspaced(letter)


def _letters(text: pypdfium2.PdfTextPage, transform: PageTransform) -> Iterator[_Letter]:
    """The characters of the page; the halves of a surrogate pair are one."""
    half = ""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(pdfium_c.FPDFText_CountChars(text)):
        unit = chr(pdfium_c.FPDFText_GetUnicode(text, index))
        if is_first_half(unit):
            half = unit
            continue
        letter, half = whole(half, unit), ""
        found = pdfium_c.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        placed = transform.box(left.value, bottom.value, right.value, top.value) if found else None
        yield _Letter(letter, placed)
