"""The standard streams of a command: what cannot be written to them is an error, not silence."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from typing_extensions import Buffer, override

from endstop.errors import ExportError
from endstop.translation import _


class Streams:
    """The standard streams of one run, and what became of them."""

    def __init__(self, output: TextIO | None, messages: TextIO | None) -> None:
        """The streams as Python opened them; None where the descriptor is closed."""
        self._messages = _Messages(2, closed=messages is None)
        self.output = _text(_Output(1, closed=output is None), output)
        self.messages = _text(self._messages, messages, line_buffering=True)

    def finish(self) -> bool:
        """Write what is left; whether every message was heard. Raises ExportError."""
        self.output.flush()
        self.messages.flush()
        return self._messages.heard


@contextmanager
def checked_streams() -> Iterator[Streams]:
    """Let `print`, to standard output and error, tell of failure while this lasts.

    Standard output raises ExportError. Standard error raises nothing, `finish` says it. A closed
    standard input is an empty one. Streams that something else has put in place stay.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    streams = Streams(sys.stdout, sys.stderr)
    with open(os.devnull, encoding="utf-8") as nothing:  # noqa: PTH123 - as sys.stdin was opened
        sys.stdin = nothing if sys.stdin is None else sys.stdin
        sys.stdout = streams.output if sys.stdout is sys.__stdout__ else sys.stdout
        sys.stderr = streams.messages if sys.stderr is sys.__stderr__ else sys.stderr
        try:
            yield streams
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def expect_output() -> None:
    """Raise ExportError if nothing can come out of standard output, before work is done for it."""
    raw = getattr(sys.stdout.buffer, "raw", None)
    if isinstance(raw, _Output):
        raw.expect()


class _Descriptor(io.RawIOBase):
    """Writes to a descriptor until that fails, then drops what comes."""

    def __init__(self, number: int, *, closed: bool) -> None:
        self._number = number
        self.failure = OSError(errno.EBADF, os.strerror(errno.EBADF)) if closed else None

    @override
    def writable(self) -> bool:
        return True

    @override
    def fileno(self) -> int:
        return self._number

    @override
    def isatty(self) -> bool:
        return self.failure is None and os.isatty(self._number)

    @override
    def write(self, content: Buffer, /) -> int:
        if self.failure is None:
            try:
                return os.write(self._number, content)
            except OSError as error:
                self.failure = error
                self.failed(error)
        return memoryview(content).nbytes

    def failed(self, error: OSError) -> None:
        """The first write that failed."""


class _Output(_Descriptor):
    """Standard output: its first failure is an error."""

    def __init__(self, number: int, *, closed: bool) -> None:
        super().__init__(number, closed=closed)
        self._said = False

    @override
    def write(self, content: Buffer, /) -> int:
        self.expect()
        return super().write(content)

    def expect(self) -> None:
        """Raise the ExportError of a closed stream, once."""
        if self.failure is not None and not self._said:
            self.failed(self.failure)

    @override
    def failed(self, error: OSError) -> None:
        self._said = True
        if isinstance(error, BrokenPipeError):  # whoever read it has left, as `head` does
            raise error
        raise ExportError(
            _("Standard output cannot be written: {reason}.").format(reason=error.strerror),
            _("Send it to a file or a program that takes it, or use --out."),
        )


class _Messages(_Descriptor):
    """Standard error: there is nowhere to say that it failed."""

    def __init__(self, number: int, *, closed: bool) -> None:
        super().__init__(number, closed=closed)
        self.heard = True

    @override
    def write(self, content: Buffer, /) -> int:
        size = super().write(content)
        self.heard = self.failure is None
        return size


def _text(raw: _Descriptor, like: TextIO | None, *, line_buffering: bool = False) -> TextIO:
    """Text on `raw`, in the encoding of the stream that it stands for."""
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=like.encoding if like else "utf-8",
        errors=like.errors if like else "backslashreplace",
        line_buffering=line_buffering or raw.isatty(),
    )
