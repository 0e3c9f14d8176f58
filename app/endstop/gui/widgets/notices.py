"""Messages in the window that block nothing: a sentence, a remedy, one action at most."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from endstop.errors import EndstopError, UnforeseenError
from endstop.gui.widgets import icons
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

MOST_SHOWN = 3


class NoticeKind(StrEnum):
    """How serious a notice is; also the name of its icon."""

    INFORMATION = "information"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notice:
    """A message, an action offered beside it, and details that can be copied."""

    kind: NoticeKind
    sentence: str
    remedy: str = ""
    label: str = ""
    action: Callable[[], None] | None = None
    details: str = ""

    @classmethod
    def of(
        cls, error: EndstopError, label: str = "", action: Callable[[], None] | None = None
    ) -> "Notice":
        """The notice of an error."""
        details = error.details if isinstance(error, UnforeseenError) else ""
        return cls(NoticeKind.ERROR, error.sentence, error.remedy, label, action, details)


class NoticeBar(QFrame):
    """One notice."""

    def __init__(self, notice: Notice, theme: Theme, parent: "NoticeStrip") -> None:
        super().__init__(parent)
        self.notice = notice
        self.setObjectName("notice")
        mark(self, "kind", notice.kind.value)
        self._theme = theme
        self._icon = QLabel()
        self.text = QLabel(f"{notice.sentence} {notice.remedy}".strip())
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = QPushButton(_("Copy Details"))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(notice.details))
        self.button = QPushButton(notice.label)
        self.dismiss = QToolButton()
        self.dismiss.setToolTip(_("Dismiss"))
        self.dismiss.setAccessibleName(_("Dismiss"))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(self._icon)
        row.addWidget(self.text, 1)
        for button in (self.copy, self.button, self.dismiss):
            row.addWidget(button)
        self.copy.setVisible(bool(notice.details))
        self.button.setVisible(notice.action is not None)  # not before it has a parent
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    @Slot()
    def _paint_icons(self) -> None:
        colours = self._theme.colours
        colour = {
            NoticeKind.INFORMATION: colours.accent,
            NoticeKind.SUCCESS: colours.good,
            NoticeKind.WARNING: colours.warn,
            NoticeKind.ERROR: colours.bad,
        }[self.notice.kind]
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap(self.notice.kind.value, colour, round(18 * ratio))
        picture.setDevicePixelRatio(ratio)
        self._icon.setPixmap(picture)
        self.dismiss.setIcon(icons.icon("close", colours))
        self.dismiss.setIconSize(QSize(14, 14))


class NoticeStrip(QWidget):
    """The notices, newest first; an equal one is not shown twice, the oldest give way."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: list[NoticeBar] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    @property
    def notices(self) -> list[Notice]:
        """What is shown, newest first."""
        return [bar.notice for bar in self._bars]

    @property
    def bars(self) -> list[NoticeBar]:
        """The shown bars, newest first."""
        return list(self._bars)

    def show_notice(self, notice: Notice) -> None:
        """Add a notice on top."""
        for bar in self._bars:
            if (bar.notice.sentence, bar.notice.kind) == (notice.sentence, notice.kind):
                self._remove(bar)
                break
        bar = NoticeBar(notice, self._theme, self)
        bar.dismiss.clicked.connect(lambda: self._remove(bar))
        bar.button.clicked.connect(lambda: self._act(bar))
        self._bars.insert(0, bar)
        self._column.insertWidget(0, bar)
        for old in self._bars[MOST_SHOWN:]:
            self._remove(old)
        self.show()

    def dismiss_all(self) -> None:
        """Clear the strip."""
        for bar in self.bars:
            self._remove(bar)

    def _act(self, bar: NoticeBar) -> None:
        self._remove(bar)
        if bar.notice.action is not None:
            bar.notice.action()

    def _remove(self, bar: NoticeBar) -> None:
        if bar in self._bars:
            self._bars.remove(bar)
            self._column.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self.setVisible(bool(self._bars))
