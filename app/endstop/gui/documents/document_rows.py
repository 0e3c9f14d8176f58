"""Which document is in which row; no Qt."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from endstop.gui.documents.document_entry import DocumentEntry


class DocumentRows:
    """Documents in order, found by id, path and row.

    The work of a change grows with the documents that it is about, not with the list.
    """

    def __init__(self) -> None:
        self._entries: list[DocumentEntry] = []
        self._by_id: dict[int, DocumentEntry] = {}
        self._by_path: dict[Path, DocumentEntry] = {}
        self._rows: dict[int, int] = {}  # numbered anew when it is empty

    def __iter__(self) -> Iterator[DocumentEntry]:
        return iter(list(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, entry_id: int) -> DocumentEntry | None:
        """The document with this id."""
        return self._by_id.get(entry_id)

    def find_path(self, path: Path) -> DocumentEntry | None:
        """The document of a file."""
        return self._by_path.get(path)

    def between(self, first: int, last: int) -> list[DocumentEntry]:
        """The documents from one row to another, both included."""
        return self._entries[first : last + 1]

    def of(self, ids: Iterable[int]) -> list[int]:
        """The rows of those documents that are here, in ascending order."""
        if not self._rows:
            self._rows = {entry.id: row for row, entry in enumerate(self._entries)}
        return sorted(row for each in ids if (row := self._rows.get(each)) is not None)

    def insert(self, row: int, added: Sequence[DocumentEntry]) -> None:
        """Put documents before the one at `row`."""
        end = len(self._entries)
        self._entries[row:row] = added
        if row == end == len(self._rows):
            self._rows.update((entry.id, end + n) for n, entry in enumerate(added))
        else:
            self._rows.clear()
        self._by_id.update((entry.id, entry) for entry in added)
        self._by_path.update((entry.path, entry) for entry in added)

    def remove(self, first: int, last: int) -> list[DocumentEntry]:
        """Take out the documents from one row to another, both included."""
        removed = self.between(first, last)
        for entry in removed:
            del self._by_id[entry.id], self._by_path[entry.path]
        del self._entries[first : last + 1]
        self._rows.clear()
        return removed


def runs(rows: Collection[int]) -> list[tuple[int, int]]:
    """The first and last of each run of neighbours among ascending rows."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and row == found[-1][1] + 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found
