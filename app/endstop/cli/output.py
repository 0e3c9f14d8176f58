"""Where results go: printed, a file a document, or one file for all."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from endstop.cli.streams import expect_output
from endstop.cli.terminal import print_line, print_result
from endstop.export.files import FileWriter, file_writer
from endstop.export.format import Format
from endstop.export.forms import to_csv, to_json, to_json_line
from endstop.export.transaction import try_to_write
from endstop.results.result import Extraction


class Output(Protocol):
    """Takes results as they come; whatever is collected is written when it is left."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

    def add(self, extraction: Extraction) -> None:
        """Take the result of one document; raises ExportError."""
        ...


def open_output(
    form: Format, folder: Path | None, sources: Sequence[Path], *, with_metadata: bool
) -> Output:
    """The output that the user asked for; without a folder results are printed.

    Raises ExportError if it cannot be written to, as far as that can be known now.
    """
    expect_output()
    if folder is None:
        return _Table() if form is Format.CSV else _Printed(form, alone=len(sources) == 1)
    try_to_write(folder)
    return _Written(file_writer(form, folder, sources, with_metadata=with_metadata))


class _Unbuffered:
    """The common part: nothing to open, nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Nothing is left to write."""


class _Printed(_Unbuffered):
    """One document as JSON, several as JSON Lines, on standard output."""

    def __init__(self, form: Format, *, alone: bool) -> None:
        self._whole = form is Format.JSON and alone

    def add(self, extraction: Extraction) -> None:
        line = to_json_line(extraction, with_metadata=False)
        print_result(to_json(extraction.value) if self._whole else line)


class _Table(_Unbuffered):
    """A table on standard output: printed at the end, for each document may add columns."""

    def __init__(self) -> None:
        self._results: list[Extraction] = []

    def add(self, extraction: Extraction) -> None:
        self._results.append(extraction)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Print it, also that of a run that was stopped."""
        if self._results:
            print_result(to_csv(self._results))


class _Written(_Unbuffered):
    """Files, written as soon as there is something to write; their names are printed, once."""

    def __init__(self, writer: FileWriter) -> None:
        self._writer = writer
        self._printed: Path | None = None

    def add(self, extraction: Extraction) -> None:
        path = self._writer.write(extraction)
        if path != self._printed:
            print_line(str(path))
        self._printed = path
