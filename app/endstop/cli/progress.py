"""Progress and messages on standard error; results alone go to standard output."""

import sys
from typing import Protocol


class Progress(Protocol):
    """Where a command says how far it is."""

    def update(self, text: str) -> None:
        """Show what is going on now, in place of what was shown before."""
        ...

    def line(self, text: str) -> None:
        """Say something that stays."""
        ...


class NoProgress:
    """Says nothing: `--quiet`."""

    def update(self, text: str) -> None:
        """Nothing."""

    def line(self, text: str) -> None:
        """Nothing."""


class TerminalProgress:
    """One line that is written over in a terminal; lasting lines alone in a file or a pipe."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._shown = 0

    def update(self, text: str) -> None:
        """Show what is going on now, in place of what was shown before."""
        if self._live:
            print(f"\r{text.ljust(self._shown)}", end="", file=sys.stderr, flush=True)
            self._shown = len(text)

    def line(self, text: str) -> None:
        """Say something that stays."""
        self.update("")
        print(f"\r{text}" if self._live else text, file=sys.stderr, flush=True)
        self._shown = 0


def say(text: str) -> None:
    """A message to the user, on standard error."""
    print(text, file=sys.stderr, flush=True)
