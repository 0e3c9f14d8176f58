"""What the result column says below and instead of a result; no Qt."""

from dataclasses import dataclass
from enum import StrEnum
from html import escape

from endstop.engines.stop import StopReason, StopSet
from endstop.errors import GrammarError
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.result.field_rows import rows_of_extraction, summary
from endstop.gui.result.wording import ended_sentence, live_line, statistics_line
from endstop.results.result import Extraction
from endstop.translation import _, ngettext

MOST_PROBLEMS = 3
MOST_NOTICES = 3


class Remedy(StrEnum):
    """What a button below an error offers."""

    RETRY = "retry"
    UNCONSTRAINED = "unconstrained"
    PASSWORD = "password"


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What stands where a result will be: an icon's name, a sentence, what to do, a button."""

    icon: str
    sentence: str
    hint: str = ""
    remedy: Remedy | None = None


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands below a result; `sentence` is rich text, `notices` are of its pages."""

    sentence: str
    figures: str
    notices: tuple[str, ...] = ()

    @property
    def shown_notices(self) -> str:
        """The first notices, a line each, and how many there are beside them."""
        more = len(self.notices) - MOST_NOTICES
        if more < 1:
            return "\n".join(self.notices)
        left = ngettext("and {count} more", "and {count} more", more).format(count=more)
        return "\n".join((*self.notices[:MOST_NOTICES], left))


def has_result(entry: ListedDocument) -> bool:
    """Whether there is anything of an answer."""
    return entry.extraction is not None or bool(entry.tokens)


def foot_of(entry: ListedDocument, stop_set: StopSet | None, tokens_shown: bool) -> Foot:
    """The lines below the result: about the run under the tokens, about the value elsewhere."""
    done = entry.extraction
    if done is None:
        error = escape(str(entry.error)) if entry.error else ""
        return Foot(error, live_line(entry), entry.notices)
    if entry.error is not None:
        last = _("The last run failed: {error} This is the result before it.")
        sentence = escape(last.format(error=entry.error))
        return Foot(sentence, summary(rows_of_extraction(done)), done.notices)
    if tokens_shown:
        sentence, figures = ended_sentence(done.stop, stop_set), statistics_line(done.statistics)
    else:
        sentence = " ".join([*_outdated(entry), _warning(done, stop_set)]).strip()
        figures = summary(rows_of_extraction(done))
    return Foot(sentence, figures, done.notices)


def _outdated(entry: ListedDocument) -> list[str]:
    """That the result is not of the pages as they are now."""
    if not (entry.outdated and entry.extractable):
        return []
    return [
        escape(
            _(
                "The pages were turned or chosen otherwise since: press Return to extract "
                "them again."
            )
        )
    ]


def _warning(extraction: Extraction, stop_set: StopSet | None) -> str:
    """Why a result must not be taken for right, if so."""
    parts = []
    if extraction.stop.reason not in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END):
        parts.append(ended_sentence(extraction.stop, stop_set))
    else:
        parts += _whole_problems(extraction)
    if not extraction.constrained:
        parts.append(_("Extracted without constraint: the schema was only asked for."))
    return " ".join(parts)


def _whole_problems(extraction: Extraction) -> list[str]:
    """The first problems that belong to no field, a sentence each."""
    messages = [_ended(escape(each.message)) for each in extraction.problems if not each.pointer]
    more = len(messages) - MOST_PROBLEMS
    if more < 1:
        return messages
    left = ngettext("There is {count} more.", "There are {count} more.", more).format(count=more)
    return [*messages[:MOST_PROBLEMS], left]


def _ended(message: str) -> str:
    """The message as a sentence that ends."""
    return message if message.endswith((".", "!", "?", "。", "！", "？")) else f"{message}."


def placeholder_of(entry: ListedDocument | None, model_ready: bool) -> Placeholder:
    """What to say where there is no answer yet, or none will come."""
    if entry is None:
        return Placeholder("document", _("Select a document to see its result."))
    match entry.state:
        case DocumentState.RECOGNISING:
            return Placeholder("document", _("Looking at the file…"))
        case DocumentState.WAITING if not model_ready:
            return Placeholder(
                "document", _("Waiting for the model."), _("It starts as soon as it is loaded.")
            )
        case DocumentState.WAITING:
            return Placeholder(
                "document", _("Waiting."), _("It starts when the documents before it are done.")
            )
        case DocumentState.RENDERING:
            return Placeholder("document", _("Rendering the pages…"))
        case DocumentState.READING | DocumentState.EXTRACTING:
            return Placeholder("document", _("The model reads the pages…"))
        case DocumentState.LOCKED | DocumentState.FAILED:
            return _failure(entry)
        case DocumentState.STOPPED:
            return Placeholder(
                "warning", _("Stopped before the model wrote anything."), "", Remedy.RETRY
            )
        case _:
            return Placeholder(
                "document", _("Not extracted yet."), _("Press Return to extract it.")
            )


def _failure(entry: ListedDocument) -> Placeholder:
    error = entry.error
    sentence, hint = (error.sentence, error.remedy) if error else (_("Failed."), "")
    if entry.state is DocumentState.LOCKED:
        return Placeholder("lock", sentence, hint, Remedy.PASSWORD)
    if isinstance(error, GrammarError):
        return Placeholder("error", sentence, hint, Remedy.UNCONSTRAINED)
    retriable = entry.source is not None
    return Placeholder("error", sentence, hint, Remedy.RETRY if retriable else None)
