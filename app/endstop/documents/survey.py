"""What can be told of a page without rasterising it: how large it will be, and what it holds."""

from enum import StrEnum

# Width and height in pixels of the image that a page becomes.
PageSize = tuple[int, int]


class Content(StrEnum):
    """Whether a page has something to be read.

    NOTHING: it is empty, and so is its image. TEXT: there are letters on it. UNKNOWN: only its
    image tells, as that of a scan does.
    """

    NOTHING = "nothing"
    TEXT = "text"
    UNKNOWN = "unknown"
