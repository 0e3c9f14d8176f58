"""The live tokens: markers as chips, forced ones dim, unsure ones underlined."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from endstop.engines.engine import Token
from endstop.gui.widgets.theme import Colours, Theme, monospaced_font
from endstop.gui.widgets.token_pieces import PieceKind, PieceMaker
from endstop.translation import _


class TokenView(QPlainTextEdit):
    """Appends what is new; the user's selection and scroll position stay as they are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tokens: Sequence[Token] = ()
        self._shown = 0
        self._maker = PieceMaker()
        self._formats = _formats(theme.colours)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(monospaced_font())
        self.document().setDocumentMargin(14)
        self.setAcceptDrops(False)
        self.setAccessibleName(_("Tokens"))
        theme.changed.connect(self._repaint)

    def show_tokens(self, tokens: Sequence[Token]) -> None:
        """Show these tokens; the same list again, grown, only appends."""
        if tokens is not self._tokens:
            self._tokens = tokens
            self._begin()
        self._append(tokens[self._shown :])
        self._shown = len(tokens)

    def _begin(self) -> None:
        self.clear()
        self._shown = 0
        self._maker = PieceMaker()

    def _append(self, tokens: Sequence[Token]) -> None:
        if not tokens:
            return
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for piece in self._maker.pieces(tokens):
            cursor.insertText(piece.text, self._formats[piece.kind])
        cursor.endEditBlock()
        if follows:
            bar.setValue(bar.maximum())

    def _repaint(self) -> None:
        """The colours changed: write everything again."""
        self._formats = _formats(self._theme.colours)
        tokens = self._tokens
        self._begin()
        self.show_tokens(tokens)


def _formats(colours: Colours) -> dict[PieceKind, QTextCharFormat]:
    """How each kind is painted."""
    formats = {kind: QTextCharFormat() for kind in PieceKind}
    formats[PieceKind.PLAIN].setForeground(QColor(colours.text))
    formats[PieceKind.FORCED].setForeground(QColor(colours.muted))
    unsure = formats[PieceKind.UNSURE]
    unsure.setForeground(QColor(colours.warn))
    unsure.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    unsure.setUnderlineColor(QColor(colours.warn))
    special = formats[PieceKind.SPECIAL]
    special.setForeground(QColor(colours.chip_text))
    special.setBackground(QColor(colours.chip))
    return formats
