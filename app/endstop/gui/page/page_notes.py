"""What the page column says of the page it shows; no Qt."""

from dataclasses import dataclass

from endstop.errors import EndstopError
from endstop.gui.documents.listed_document import ListedDocument
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class PageNote:
    """A sentence above the page, and by how many degrees to rotate the page to follow it."""

    sentence: str = ""
    rotation: int = 0
    warning: bool = True


NOTHING = PageNote()


def page_note(
    entry: ListedDocument, number: int, blank: bool = False, notices: tuple[str, ...] = ()
) -> PageNote:
    """What matters most about a page: how it lies, or else what the model does not see of it."""
    if rotation := entry.page_choices.suggestion(number):
        return PageNote(_lying(rotation), rotation)
    said = list(notices)
    if number == 1 and entry.document is not None:
        said = [*entry.document.notices, *said]
    if blank and entry.page_choices.pages is None:
        said.append(_("This page is blank: it is left out, as a model would invent text for it."))
    return PageNote(" ".join(said), warning=bool(notices))


def pages_note(error: EndstopError) -> PageNote:
    """What is wrong with the page numbers that were typed."""
    return PageNote(str(error))


def _lying(rotation: int) -> str:
    if rotation == 180:
        return _("This page seems to stand on its head.")
    return _("This page seems to lie on its side.")
