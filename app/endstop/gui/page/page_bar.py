"""The bar above the page: its number, rotating it, the pages that are read, the zoom."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from endstop.gui.page.pages_field import PagesField
from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

# How wide the bar must be for all of it, without the scale, and both without the pages' field.
_FOR_ALL, _FOR_ZOOM = 450, 400
_FOR_SCALE, _FOR_FEW = 350, 300


class PageActions:
    """What can be done with the shown page."""

    def __init__(self, parent: QObject) -> None:
        self._parent = parent
        self.previous = self._action(_("Previous Page"), "Ctrl+PgUp")
        self.next = self._action(_("Next Page"), "Ctrl+PgDown")
        self.rotate_left = self._action(_("Turn Page Left"), "Ctrl+L", "[")
        self.rotate_right = self._action(_("Turn Page Right"), "Ctrl+R", "]")
        self.zoom_in = self._action(_("Zoom In"), "Ctrl++")
        self.zoom_out = self._action(_("Zoom Out"), "Ctrl+-")
        self.fit = self._action(_("Fit Page"), "Ctrl+0")
        self.fit.setIconText(_("Fit"))

    def of_menu(self) -> tuple[QAction, ...]:
        """All of them, in order."""
        rotations = (self.rotate_left, self.rotate_right)
        return (self.previous, self.next, *rotations, self.zoom_in, self.zoom_out, self.fit)

    def allow(self, number: int, count: int) -> None:
        """Enable what makes sense for page `number` of `count`; 0 if there is no document."""
        self.previous.setEnabled(number > 1)
        self.next.setEnabled(number < count)
        for action in (self.rotate_left, self.rotate_right, self.zoom_in, self.zoom_out, self.fit):
            action.setEnabled(count > 0)

    def paint_icons(self, theme: Theme) -> None:
        """Paint the icons in a theme's colours."""
        for action, name in (
            (self.previous, "previous"),
            (self.next, "next"),
            (self.rotate_left, "turn-left"),
            (self.rotate_right, "turn-right"),
            (self.zoom_in, "zoom-in"),
            (self.zoom_out, "zoom-out"),
        ):
            action.setIcon(icons.icon(name, theme.colours))

    def _action(self, text: str, *shortcuts: str) -> QAction:
        action = QAction(text, self._parent)
        action.setShortcuts([QKeySequence(each) for each in shortcuts])
        return action


class PageBar(QWidget):
    """The buttons of the actions, and what is known of the page."""

    pages_entered = Signal(str)

    def __init__(self, actions: PageActions, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("pageBar")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._actions = actions
        self._theme = theme
        self._position = QLabel()
        self._position.setMinimumWidth(40)
        self._position.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._scale = QLabel()
        self._zoom: list[QToolButton] = []
        self._count = 0
        self.pages = PagesField()
        self.pages.entered.connect(self.pages_entered)
        self._lay_out()
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def show_position(self, number: int, count: int) -> None:
        """Page `number` of `count`; 0 if there is no document."""
        self._position.setText(f"{number} / {count}" if count else "")
        self._count = count
        self._actions.allow(number, count)
        self._make_room()
        if not count:
            self._scale.clear()

    @Slot(float)
    def show_scale(self, scale: float) -> None:
        """How large the page is shown."""
        self._scale.setText(f"{scale:.0%}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave out what does not fit: the scale first, then the zoom, which has keys."""
        width = self.width()
        several = self._count > 1
        self._scale.setVisible(width >= (_FOR_ALL if several else _FOR_SCALE))
        for button in self._zoom:
            button.setVisible(width >= (_FOR_ZOOM if several else _FOR_FEW))
        self.pages.setVisible(several)

    @Slot()
    def _paint_icons(self) -> None:
        self._actions.paint_icons(self._theme)

    def _lay_out(self) -> None:
        actions = self._actions
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 12, 5)
        row.setSpacing(2)
        for widget in (_button(actions.previous), self._position, _button(actions.next)):
            row.addWidget(widget)
        row.addSpacing(6)
        for action in (actions.rotate_left, actions.rotate_right):
            row.addWidget(_button(action))
        row.addSpacing(8)
        row.addWidget(self.pages)
        row.addStretch()
        row.addWidget(self._scale)
        row.addSpacing(6)
        self._zoom = [_button(each) for each in (actions.zoom_out, actions.fit, actions.zoom_in)]
        for button in self._zoom:
            row.addWidget(button)


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
