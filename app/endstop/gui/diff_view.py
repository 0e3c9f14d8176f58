"""A unified diff: monospaced, what goes red, what comes green."""

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit
from typing_extensions import override

from endstop.gui.theme import Colours, Theme, monospaced_font
from endstop.translation import _


class DiffHighlighter(QSyntaxHighlighter):
    """Colours whole lines by how they begin."""

    def __init__(self, view: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(view.document())
        self._theme = theme
        self._formats = _formats(theme.colours)
        theme.changed.connect(self._recolour)

    @override
    def highlightBlock(self, text: str) -> None:
        for beginning, made in self._formats:
            if text.startswith(beginning):
                self.setFormat(0, len(text), made)
                return

    def _recolour(self) -> None:
        self._formats = _formats(self._theme.colours)
        self.rehighlight()


class DiffView(QPlainTextEdit):
    """Read-only; long lines scroll."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("diff")
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(monospaced_font())
        self.document().setDocumentMargin(10)
        self.setAccessibleName(_("What changes"))
        self._highlighter = DiffHighlighter(self, theme)


def _formats(colours: Colours) -> tuple[tuple[str, QTextCharFormat], ...]:
    """Line beginnings and their formats, the longer ones first."""
    file = QTextCharFormat()
    file.setForeground(QColor(colours.text))
    file.setFontWeight(QFont.Weight.DemiBold)
    return (
        ("--- ", file),
        ("+++ ", file),
        ("@@", _line(colours.muted, None)),
        ("-", _line(colours.bad, colours.bad_panel)),
        ("+", _line(colours.good, colours.good_panel)),
    )


def _line(colour: str, background: str | None) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    if background is not None:
        made.setBackground(QColor(background))
    return made
