"""The sentences of the window that say what happened; no Qt."""

from enum import StrEnum
from html import escape
from typing import assert_never

from endstop.engines.engine import Statistics
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.gui.document_entry import DocumentEntry, DocumentState
from endstop.results.result import Extraction
from endstop.results.wording import stop_sentence
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


def tone_of(entry: DocumentEntry) -> Tone:
    """The tone of a document's state."""
    return _TONES.get(entry.state, Tone.MUTED)


def size_text(size: int) -> str:
    """Bytes as people read them: 5.9 GB, 6.5 MB."""
    amount = float(size)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def status_text(entry: DocumentEntry, model_ready: bool = True) -> str:
    """The second line of a row: pages and state."""
    state = _state_text(entry, model_ready)
    if entry.document is None:
        return state
    count = entry.document.page_count
    pages = ngettext("{count} page", "{count} pages", count).format(count=count)
    return f"{pages} · {state}"


def _state_text(entry: DocumentEntry, model_ready: bool) -> str:
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


def unbroken(text: str) -> str:
    """The text with word joiners at its bars, so that no line ends within a token's name."""
    return text.replace("|", "\u2060|\u2060")


def ended_sentence(stop: StopReport, stop_set: StopSet | None) -> str:
    """Why a run ended, who lists the token or what helps, and the patch's part, as rich text."""
    if stop.reason not in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END):
        parts = [stop_sentence(stop), _("The answer is incomplete.")]
        if stop.reason is StopReason.LENGTH:
            parts.append(_("Raise the limit in Extract > Limits… and extract it again."))
        return escape(" ".join(parts))
    token = f"<b>{escape(unbroken(stop.text or ''))}</b>"
    parts = [_("Stopped at {token} ({id}).").format(token=token, id=stop.id)]
    if stop.reason is StopReason.GRAMMAR_END:
        parts.append(_("The grammar left nothing else."))
    if stop.patched and stop_set is not None:
        listed = escape(stop_set.published_source)
        parts.append(_("{file} does not list it: the patch ended this run.").format(file=listed))
    elif stop.source:
        parts.append(_("{source} lists it.").format(source=escape(stop.source)))
    return " ".join(parts)


def statistics_line(statistics: Statistics) -> str:
    """The figures of a finished run."""
    parts = [ngettext("{count} token", "{count} tokens", statistics.tokens)]
    if statistics.forced_tokens:
        parts.append(_("{forced} forced"))
    parts.append(ngettext("{passes} pass", "{passes} passes", statistics.forward_passes))
    if statistics.decode_s > 0:
        parts.append(_("{rate:.1f} tokens/s"))
    parts.append(_("first token {first:.1f} s"))
    return " · ".join(parts).format(
        count=statistics.tokens,
        forced=statistics.forced_tokens,
        passes=statistics.forward_passes,
        rate=statistics.tokens / statistics.decode_s if statistics.decode_s > 0 else 0,
        first=statistics.render_s + statistics.prefill_s,
    )


def live_line(entry: DocumentEntry) -> str:
    """The figures of a run that goes on."""
    count = len(entry.tokens)
    parts = [ngettext("{count} token", "{count} tokens", count).format(count=count)]
    if forced := sum(token.forced for token in entry.tokens):
        parts.append(_("{forced} forced").format(forced=forced))
    if rate := entry.tokens_per_second():
        parts.append(_("{rate:.1f} tokens/s").format(rate=rate))
    return " · ".join(parts)


def activity_text(running: DocumentEntry | None, position: tuple[int, int], stage: str) -> str:
    """What goes on, for the toolbar: the running document, or the stage of a load."""
    if running is None:
        return stage
    number, count = position
    if count > 1:
        return _("Extracting {number} of {count}").format(number=number, count=count)
    return _("Extracting {name}").format(name=running.path.name)
