"""Where pages come from."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.documents.survey import Content, PageSize

IsCancelled = Callable[[], bool]


class PageSource(Protocol):
    """Whatever opens documents and rasterises pages; `documents.renderer.Renderer` is one."""

    def open(self, source: SourceFile, password: str | None, cancelled: IsCancelled) -> Document:
        """The opened document; raises DocumentError or CancelledError."""
        ...

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: IsCancelled,
        rotation: int = 0,
    ) -> PageImage:
        """One page, turned clockwise by `rotation` degrees.

        Raises PageError if the others may still be shown, DocumentError or CancelledError.
        """
        ...

    def suggested_rotation(
        self, document: Document, number: int, sizing: PageSizing, cancelled: IsCancelled
    ) -> int:
        """The rotation that sets the page upright, 0 if in doubt; raises as `render`."""
        ...

    def sizes(
        self,
        document: Document,
        turned: Sequence[tuple[int, int]],
        sizing: PageSizing,
        cancelled: IsCancelled,
    ) -> Iterator[PageSize | None]:
        """The size that `render` gives each page, with its rotation, in pixels; None if unknown.

        Nothing is rasterised; raises DocumentError or CancelledError.
        """
        ...

    def contents(
        self,
        document: Document,
        numbers: Sequence[int],
        sizing: PageSizing,
        cancelled: IsCancelled,
    ) -> Iterator[Content]:
        """What each page holds, as far as that is known without rasterising; raises as `sizes`."""
        ...
