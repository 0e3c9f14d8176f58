"""The sentences below a result that say how its run went; no Qt."""

from html import escape

from endstop.engines.engine import Statistics
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.widgets.text import unbroken
from endstop.results.wording import stop_sentence
from endstop.translation import _, ngettext


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


def live_line(entry: ListedDocument) -> str:
    """The figures of a run that goes on."""
    count = len(entry.tokens)
    parts = [ngettext("{count} token", "{count} tokens", count).format(count=count)]
    if forced := sum(token.forced for token in entry.tokens):
        parts.append(_("{forced} forced").format(forced=forced))
    if rate := entry.tokens_per_second():
        parts.append(_("{rate:.1f} tokens/s").format(rate=rate))
    return " · ".join(parts)
