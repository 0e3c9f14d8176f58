"""A word of a page's text layer, and where it stands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels of the rendered page, from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def joined(self, other: "Box") -> "Box":
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True)
class Word:
    """What is between two spaces, or one ideograph, in the order in which it is read.

    `text` is composed (NFC) and free of ligatures, presentation forms and soft hyphens; a hyphen
    at the end of a line is kept, as only a comparison can tell whether it belongs to the value.
    `joined`: no space comes before it, because the script has none (an ideograph) or because it
    ends a word that was broken at the end of a line.
    """

    text: str
    box: Box
    joined: bool = False
