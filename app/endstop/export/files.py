"""Write results as files: JSON a document, or one JSON Lines or CSV file for all."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from endstop.export.each import FileEach
from endstop.export.format import Format
from endstop.export.together import LinesFile, TableFile
from endstop.results.result import Extraction


class FileWriter(Protocol):
    """Takes results one by one and writes each at once."""

    def write(self, extraction: Extraction) -> Path:
        """Write one result; the file that it is in. Raises ExportError."""
        ...


def file_writer(
    form: Format, folder: Path, sources: Sequence[Path], *, with_metadata: bool
) -> FileWriter:
    """What writes the results of these documents, one by one."""
    match form:
        case Format.JSON:
            return FileEach(folder, sources, with_metadata=with_metadata)
        case Format.JSONL:
            return LinesFile(folder, with_metadata=with_metadata)
        case Format.CSV:
            return TableFile(folder)


def export(
    extractions: Sequence[Extraction],
    folder: Path,
    form: Format = Format.JSON,
    *,
    with_metadata: bool = True,
) -> tuple[Path, ...]:
    """Write the results into the folder; the files with values, in order. Raises ExportError."""
    sources = [extraction.path for extraction in extractions]
    writer = file_writer(form, folder, sources, with_metadata=with_metadata)
    return tuple(dict.fromkeys(writer.write(extraction) for extraction in extractions))
