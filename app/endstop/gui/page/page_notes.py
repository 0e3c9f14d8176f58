"""What the page column says of the page it shows; no Qt."""

from dataclasses import dataclass

from endstop.errors import EndstopError
from endstop.gui.documents.document_entry import DocumentEntry
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class PageNote:
    """A sentence above the page; the page can be turned by `turn` degrees to follow it."""

    sentence: str = ""
    turn: int = 0
    warning: bool = True


NOTHING = PageNote()


def page_note(
    entry: DocumentEntry, number: int, blank: bool = False, notices: tuple[str, ...] = ()
) -> PageNote:
    """What matters most of a page: how it lies, else what the model does not see of it."""
    if turn := entry.reading.suggestion(number):
        return PageNote(_lying(turn), turn)
    said = list(notices)
    if number == 1 and entry.document is not None:
        said = [*entry.document.notices, *said]
    if blank and entry.reading.pages is None:
        said.append(_("This page is blank: it is left out, as a model would invent text for it."))
    return PageNote(" ".join(said), warning=bool(notices))


def pages_note(error: EndstopError) -> PageNote:
    """What is wrong with the page numbers that were typed."""
    return PageNote(str(error))


def _lying(turn: int) -> str:
    if turn == 180:
        return _("This page seems to stand on its head.")
    return _("This page seems to lie on its side.")
