"""Progress and messages on standard error; results alone go to standard output."""

import sys
from collections.abc import Sequence
from typing import Protocol

from endstop.cli.terminal import one_line
from endstop.translation import ngettext

_MOST_DETAILS = 3


class Progress(Protocol):
    """Where a command says how far it is."""

    def update(self, text: str) -> None:
        """Show what is going on now, in place of what was shown before."""
        ...

    def line(self, text: str, details: Sequence[str] = ()) -> None:
        """Say something that stays, and what belongs to it."""
        ...

    def fault(self, text: str, details: Sequence[str] = ()) -> None:
        """Say what is wrong, and what belongs to it; `--quiet` does not hide that."""
        ...


class FaultsAlone:
    """What is wrong, in a line each, and nothing else: `--quiet`."""

    def update(self, text: str) -> None:
        """Nothing."""

    def line(self, text: str, details: Sequence[str] = ()) -> None:
        """Nothing."""

    def fault(self, text: str, details: Sequence[str] = ()) -> None:
        """Say it in one line; of many details the first."""
        parts = [text, "; ".join(details[:_MOST_DETAILS])]
        left = len(details) - _MOST_DETAILS
        if left > 0:
            more = ngettext("(and {count} more)", "(and {count} more)", left)
            parts.append(more.format(count=left))
        say(" ".join(filter(None, parts)))


class TerminalProgress:
    """One line that is written over in a terminal; lasting lines alone in a file or a pipe."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = 0

    def update(self, text: str) -> None:
        """Show what is going on now, in place of what was shown before."""
        if self._live:
            shown = one_line(text)
            print(f"\r{shown.ljust(self._shown)}", end="", file=sys.stderr, flush=True)
            self._shown = len(shown)

    def line(self, text: str, details: Sequence[str] = ()) -> None:
        """Say something that stays, and what belongs to it."""
        self.update("")
        if self._live:
            print("\r", end="", file=sys.stderr)
        self._shown = 0
        say(text)
        for detail in details:
            say(f"  {detail}")

    def fault(self, text: str, details: Sequence[str] = ()) -> None:
        """As any line: it stands out by what it says."""
        self.line(text, details)


def say(text: str) -> None:
    """A message to the user, on standard error, in one line."""
    print(one_line(text), file=sys.stderr, flush=True)
