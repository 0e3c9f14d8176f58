"""JSON as text with light colours."""

import json
from typing import Any

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QWidget
from typing_extensions import override

from endstop.gui.widgets.theme import Theme, monospaced_font
from endstop.translation import _

_STRING = r'"(?:[^"\\]|\\.)*"?'
_PARTS = (
    ("key", rf"{_STRING}(?=\s*:)"),
    ("string", _STRING),
    ("number", r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"),
    ("word", r"\b(?:true|false|null)\b"),
)


class JsonHighlighter(QSyntaxHighlighter):
    """Colours keys, strings, numbers and words; a JSON string never spans lines."""

    def __init__(self, view: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(view.document())
        self._theme = theme
        pattern = "|".join(f"(?<{name}>{part})" for name, part in _PARTS)
        self._pattern = QRegularExpression(pattern)
        self._formats = self._made_formats()
        theme.changed.connect(self._recolour)

    @override
    def highlightBlock(self, text: str) -> None:
        matches = self._pattern.globalMatch(text)
        while matches.hasNext():
            match = matches.next()
            for name, char_format in self._formats.items():
                if match.capturedStart(name) >= 0:
                    start, length = match.capturedStart(name), match.capturedLength(name)
                    self.setFormat(start, length, char_format)
                    break

    def _made_formats(self) -> dict[str, QTextCharFormat]:
        colours = self._theme.colours
        formats = {}
        for name, colour in (
            ("key", colours.muted),
            ("string", colours.json_string),
            ("number", colours.json_number),
            ("word", colours.json_word),
        ):
            formats[name] = QTextCharFormat()
            formats[name].setForeground(QColor(colour))
        return formats

    def _recolour(self) -> None:
        self._formats = self._made_formats()
        self.rehighlight()


class JsonView(QPlainTextEdit):
    """Shows a value as indented JSON."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(monospaced_font())
        self.document().setDocumentMargin(14)
        self.setAcceptDrops(False)
        self.setAccessibleName(_("JSON"))
        self._highlighter = JsonHighlighter(self, theme)

    def show_value(self, value: Any) -> None:
        """Show any JSON value; the scroll position stays."""
        text = "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)
        if text != self.toPlainText():
            bar = self.verticalScrollBar()
            place = bar.value()
            self.setPlainText(text)
            bar.setValue(place)

    def copy_all(self) -> None:
        """Put the whole JSON on the clipboard."""
        QApplication.clipboard().setText(self.toPlainText())
