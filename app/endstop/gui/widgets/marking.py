"""Properties that the style sheet looks at."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget

W = TypeVar("W", bound=QWidget)


def mark(widget: W, name: str, value: bool | str = True) -> W:
    """Set a property that the style sheet selects by, restyle, and return the widget."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
    return widget
