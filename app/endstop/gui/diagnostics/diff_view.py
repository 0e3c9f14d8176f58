"""A unified diff in a monospaced font: removed lines in red, added ones in green."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from endstop.gui.widgets.theme import Colours, Theme, monospaced_font
from endstop.translation import _

_MARGIN = 10


class DiffView(QPlainTextEdit):
    """Read-only; each changed line has its colour from edge to edge, long lines scroll."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._diff = ""
        self.setObjectName("diff")
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(monospaced_font())
        self.document().setDocumentMargin(_MARGIN)
        self.setAccessibleName(_("What changes"))
        theme.changed.connect(self._write)

    def show_diff(self, diff: str) -> None:
        """Show another diff."""
        self._diff = diff
        self._write()

    def full_height(self) -> int:
        """The height, in pixels, at which no line needs scrolling."""
        return self.fontMetrics().lineSpacing() * self.blockCount() + 4 * _MARGIN

    @Slot()
    def _write(self) -> None:
        formats = _formats(self._theme.colours)
        self.clear()
        cursor = QTextCursor(self.document())
        for number, line in enumerate(self._diff.splitlines()):
            if number:
                cursor.insertBlock()
            text, block = next(
                ((text, block) for start, text, block in formats if line.startswith(start)),
                (QTextCharFormat(), QTextBlockFormat()),
            )
            cursor.setBlockFormat(block)
            cursor.insertText(line, text)
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _formats(colours: Colours) -> list[tuple[str, QTextCharFormat, QTextBlockFormat]]:
    """Line beginnings and their formats, the longer ones first."""
    file = QTextCharFormat()
    file.setFontWeight(QFont.Weight.DemiBold)
    place = QTextCharFormat()
    place.setForeground(QColor(colours.muted))
    plain = QTextBlockFormat()
    made = [("--- ", file, plain), ("+++ ", file, plain), ("@@", place, plain)]
    for start, colour, background in (
        ("-", colours.bad, colours.bad_panel),
        ("+", colours.good, colours.good_panel),
    ):
        text, block = QTextCharFormat(), QTextBlockFormat()
        text.setForeground(QColor(colour))
        block.setBackground(QColor(background))
        made.append((start, text, block))
    return made
