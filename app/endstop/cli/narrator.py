"""What a person at the terminal hears while documents are extracted."""

from pathlib import Path
from typing import assert_never

from endstop.cli.progress import Progress
from endstop.engines.engine import Loading
from endstop.extraction.events import (
    Cancelled,
    Completed,
    Event,
    Failed,
    Prefilled,
    Prepared,
    Rendered,
    TokensArrived,
)
from endstop.results.result import Extraction
from endstop.results.wording import stop_sentence
from endstop.translation import _, ngettext


class Narrator:
    """Turns events into lines of progress."""

    def __init__(self, progress: Progress, documents: int) -> None:
        self._progress = progress
        self._documents = documents
        self._number = 0
        self._name = ""
        self._tokens = 0

    def loading(self, step: Loading) -> None:
        """The model is being loaded."""
        self._progress.update(f"{step.stage} {step.fraction:.0%}")

    def begin(self, path: Path) -> None:
        """The next document starts."""
        self._number += 1
        self._name = path.name
        self._tokens = 0

    def happened(self, event: Event) -> None:
        """Say what an event means."""
        match event:
            case Rendered(done, total):
                self._say(_("page {done} of {total}").format(done=done, total=total))
            case Prepared():
                pass
            case Prefilled(done, total):
                self._say(_("reading {share:.0%}").format(share=done / total))
            case TokensArrived(tokens):
                self._tokens += len(tokens)
                text = ngettext("{count} token", "{count} tokens", self._tokens)
                self._say(text.format(count=self._tokens))
            case Completed(extraction):
                self._ended(extraction)
            case Cancelled():
                self._progress.fault(f"{self._name}: {_('stopped')}")
            case Failed(error):
                self._progress.fault(f"{self._name}: {error}")
            case _:
                assert_never(event)

    def _ended(self, extraction: Extraction) -> None:
        state = _("done") if extraction.complete else _("incomplete")
        tell = self._progress.line if extraction.complete else self._progress.fault
        problems = (f"{each.pointer or '/'}: {each.message}" for each in extraction.problems)
        tell(
            f"{self._name}: {state}. {stop_sentence(extraction.stop)}",
            (*problems, *extraction.notices),
        )

    def _say(self, text: str) -> None:
        self._progress.update(f"[{self._number}/{self._documents}] {self._name}: {text}")
