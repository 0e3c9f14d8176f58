"""The words in the list of documents for how far each has come; no Qt."""

from enum import StrEnum
from typing import assert_never

from endstop.engines.stop import StopReason
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.listed_document import ListedDocument
from endstop.results.result import Extraction
from endstop.translation import _, ngettext


class Tone(StrEnum):
    """The colour a state is said in."""

    MUTED = "muted"
    ACTIVE = "accent"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


_TONES = {
    DocumentState.RENDERING: Tone.ACTIVE,
    DocumentState.READING: Tone.ACTIVE,
    DocumentState.EXTRACTING: Tone.ACTIVE,
    DocumentState.DONE: Tone.GOOD,
    DocumentState.TO_CHECK: Tone.WARN,
    DocumentState.INCOMPLETE: Tone.WARN,
    DocumentState.STOPPED: Tone.WARN,
    DocumentState.LOCKED: Tone.BAD,
    DocumentState.FAILED: Tone.BAD,
}


def tone_of(entry: ListedDocument) -> Tone:
    """The tone of a document's state."""
    return _TONES.get(entry.state, Tone.MUTED)


def status_text(entry: ListedDocument, model_ready: bool = True) -> str:
    """The second line of a row: pages and state."""
    state = _state_text(entry, model_ready)
    if entry.document is None:
        return state
    count = entry.document.page_count
    pages = ngettext("{count} page", "{count} pages", count).format(count=count)
    return f"{pages} · {state}"


def _state_text(entry: ListedDocument, model_ready: bool) -> str:
    percent = round(100 * (entry.progress or 0))
    match entry.state:
        case DocumentState.RECOGNISING:
            return _("Recognising")
        case DocumentState.READY:
            return _("Not extracted")
        case DocumentState.WAITING:
            return _("Waiting") if model_ready else _("Waiting for the model")
        case DocumentState.RENDERING:
            return _("Rendering")
        case DocumentState.READING:
            return _("Reading · {percent} %").format(percent=percent)
        case DocumentState.EXTRACTING:
            return _("Extracting · {count} tokens").format(count=len(entry.tokens))
        case DocumentState.DONE:
            return _("Done")
        case DocumentState.TO_CHECK:
            count = len(entry.extraction.problems) if entry.extraction else 0
            return _("Done · {count} to check").format(count=count)
        case DocumentState.INCOMPLETE:
            return _("Incomplete · {why}").format(why=_why_incomplete(entry.extraction))
        case DocumentState.STOPPED:
            return _("Stopped · incomplete") if entry.extraction else _("Stopped")
        case DocumentState.LOCKED:
            return _("Needs a password")
        case DocumentState.FAILED:
            return entry.error.sentence if entry.error else _("Failed")
        case _:
            assert_never(entry.state)


def _why_incomplete(extraction: Extraction | None) -> str:
    if extraction is not None and extraction.stop.reason is StopReason.REPETITION:
        return _("repeated itself")
    return _("at a limit")


def activity_text(running: ListedDocument | None, position: tuple[int, int], stage: str) -> str:
    """What goes on, for the toolbar: the running document, or the stage of a load."""
    if running is None:
        return stage
    number, count = position
    if count > 1:
        return _("Extracting {number} of {count}").format(number=number, count=count)
    return _("Extracting {name}").format(name=running.path.name)
