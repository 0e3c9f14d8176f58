"""Icons: small SVG files drawn in one colour, painted in the theme's."""

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from endstop.assets import resource
from endstop.gui.widgets.theme import Colours

_SIZES = (16, 32, 48)


def pixmap(name: str, colour: str, size: int) -> QPixmap:
    """The icon `name` painted in `colour`, `size` device pixels square."""
    text = resource(f"icons/{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(text.replace("currentColor", colour).encode()))
    painted = QPixmap(QSize(size, size))
    painted.fill(Qt.GlobalColor.transparent)
    painter = QPainter(painted)
    renderer.render(painter)
    painter.end()
    return painted


def icon(name: str, colours: Colours) -> QIcon:
    """The icon `name` for buttons and menus: muted, and paler when disabled."""
    made = QIcon()
    for size in _SIZES:
        made.addPixmap(pixmap(name, colours.muted, size), QIcon.Mode.Normal)
        made.addPixmap(pixmap(name, colours.text, size), QIcon.Mode.Active)
        made.addPixmap(pixmap(name, colours.disabled, size), QIcon.Mode.Disabled)
    return made


def application_icon() -> QIcon:
    """Endstop's own icon, in its own colours."""
    return QIcon(str(resource("icons/endstop.svg")))
