"""Which documents of the list are new, may be extracted, or have a result; no Qt."""

from collections.abc import Iterable

from endstop.gui.documents.document_entry import DocumentEntry, DocumentState


class DocumentGroups:
    """Kept up to date change by change, so that nobody walks the list to know them."""

    def __init__(self) -> None:
        self.new: set[int] = set()
        self.extractable: set[int] = set()
        self.with_result: set[int] = set()

    def sort(self, entries: Iterable[DocumentEntry]) -> None:
        """Put entries that were added or have changed where they belong."""
        for entry in entries:
            for group, belongs in (
                (self.new, entry.state is DocumentState.READY),
                (self.extractable, entry.extractable),
                (self.with_result, entry.extraction is not None),
            ):
                if belongs:
                    group.add(entry.id)
                else:
                    group.discard(entry.id)

    def drop(self, ids: Iterable[int]) -> None:
        """Forget entries that were removed."""
        gone = set(ids)
        self.new -= gone
        self.extractable -= gone
        self.with_result -= gone
