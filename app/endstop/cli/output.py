"""Where results go: printed, a file a document, or one file for all."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from endstop.export.files import Format, export, to_csv, to_json, to_json_line, write_json
from endstop.export.names import plan_names
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
    """The output that the user asked for; without a folder results are printed."""
    if folder is None:
        return _Printed(form, alone=len(sources) == 1)
    if form is Format.JSON:
        return _FileEach(folder, plan_names(sources, folder), with_metadata=with_metadata)
    return _FileForAll(form, folder, with_metadata=with_metadata)


class _Collected:
    """The common part: nothing to open, nothing to close."""

    def __init__(self) -> None:
        self._results: list[Extraction] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._results:
            self._finish(self._results)

    def add(self, extraction: Extraction) -> None:
        self._results.append(extraction)

    def _finish(self, results: list[Extraction]) -> None:
        """Write what was collected."""


class _Printed(_Collected):
    """One document as JSON, several as JSON Lines, or a table, on standard output."""

    def __init__(self, form: Format, *, alone: bool) -> None:
        super().__init__()
        self._form = form
        self._alone = alone

    def add(self, extraction: Extraction) -> None:
        if self._form is Format.CSV:
            super().add(extraction)
        elif self._form is Format.JSON and self._alone:
            print(to_json(extraction.value), end="", flush=True)
        else:
            print(to_json_line(extraction, with_metadata=False), end="", flush=True)

    def _finish(self, results: list[Extraction]) -> None:
        sys.stdout.write(to_csv(results))


class _FileEach(_Collected):
    """`NAME.json` for each document, written as soon as it is done; the paths are printed."""

    def __init__(self, folder: Path, names: dict[Path, str], *, with_metadata: bool) -> None:
        super().__init__()
        self._folder = folder
        self._names = names
        self._with_metadata = with_metadata

    def add(self, extraction: Extraction) -> None:
        name = self._names[extraction.path]
        print(write_json(extraction, self._folder, name, with_metadata=self._with_metadata))


class _FileForAll(_Collected):
    """One JSON Lines or CSV file, written at the end, also of a run that was stopped."""

    def __init__(self, form: Format, folder: Path, *, with_metadata: bool) -> None:
        super().__init__()
        self._form = form
        self._folder = folder
        self._with_metadata = with_metadata

    def _finish(self, results: list[Extraction]) -> None:
        for path in export(results, self._folder, self._form, with_metadata=self._with_metadata):
            print(path)
