"""Pages that were rendered, so that preview and model share them."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Self

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which rendering of which page; `changed_ns` is when the file was last written."""

    document: Document
    changed_ns: int
    number: int
    sizing: PageSizing
    rotation: int

    @classmethod
    def of(cls, document: Document, number: int, sizing: PageSizing, rotation: int) -> Self | None:
        """The key of a page of the file as it is now; None if the file is gone."""
        try:
            changed = document.source.path.stat().st_mtime_ns
        except OSError:
            return None
        return cls(document, changed, number, sizing, rotation)


class PageStore:
    """The pages that were used last, `capacity` bytes of pixels in all; thread-safe.

    Give one to every Renderer that shows the same documents: each page is rendered once.
    """

    def __init__(self, capacity: int = 64 << 20) -> None:
        self._capacity = capacity
        self._held = 0
        self._pages: OrderedDict[PageKey, PageImage] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: PageKey) -> PageImage | None:
        """The page if it is kept."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: PageKey, page: PageImage) -> None:
        """Keep a page; those that were not used for longest make room for it."""
        with self._lock:
            before = self._pages.pop(key, None)
            self._held += len(page.rgb) - (len(before.rgb) if before is not None else 0)
            self._pages[key] = page
            while self._held > self._capacity:
                _key, dropped = self._pages.popitem(last=False)
                self._held -= len(dropped.rgb)
