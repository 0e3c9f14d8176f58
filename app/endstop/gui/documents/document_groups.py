"""Which documents of the list are new, may be extracted, or have a result; no Qt."""

from collections.abc import Sequence

from endstop.gui.documents.document_entry import DocumentEntry, DocumentState


class DocumentGroups:
    """Kept up to date change by change, so that nobody walks the list to know them."""

    def __init__(self) -> None:
        self.new: set[int] = set()
        self.extractable: set[int] = set()
        self.with_result: set[int] = set()

    def sort(self, entries: Sequence[DocumentEntry]) -> None:
        """Put entries that were added or have changed where they belong."""
        self.drop(entries)
        self.new.update(each.id for each in entries if each.state is DocumentState.READY)
        self.extractable.update(each.id for each in entries if each.extractable)
        self.with_result.update(each.id for each in entries if each.extraction is not None)

    def drop(self, entries: Sequence[DocumentEntry]) -> None:
        """Forget entries that were removed."""
        ids = [entry.id for entry in entries]
        for group in (self.new, self.extractable, self.with_result):
            group.difference_update(ids)
