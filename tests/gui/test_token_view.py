"""The live tokens."""

from PySide6.QtGui import QFont, QTextCursor

from endstop.engines.engine import Token
from endstop.gui.widgets.theme import DARK, LIGHT, ThemeChoice, monospaced_font
from endstop.gui.widgets.token_view import TokenView


def tokens(text: str, **changes) -> list[Token]:
    made = {"special": False, "forced": False, "probability": 0.9} | changes
    return [Token(ord(each), each, **made) for each in text]


def foreground(view: TokenView, position: int) -> str:
    cursor = QTextCursor(view.document())
    cursor.setPosition(position + 1)
    return cursor.charFormat().foreground().color().name()


def test_kinds_have_their_own_looks(qtbot, theme):
    view = TokenView(theme)
    qtbot.addWidget(view)
    view.show_tokens(
        [
            *tokens("a"),
            *tokens("b", forced=True),
            *tokens("c", probability=0.2),
            Token(258, "<|im_end|>", True, True, 0.99),
        ]
    )
    assert view.toPlainText().split("\n") == ["abc", " <|im_end|> 258 "]
    assert foreground(view, 0) == LIGHT.text
    assert foreground(view, 1) == LIGHT.muted
    assert foreground(view, 2) == LIGHT.warn
    cursor = QTextCursor(view.document())
    cursor.setPosition(3)
    assert cursor.charFormat().fontUnderline()
    cursor.setPosition(8)
    assert cursor.charFormat().background().color().name() == LIGHT.chip


def test_growing_appends_and_leaves_the_selection_and_the_scroll_alone(qtbot, theme):
    view = TokenView(theme)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    shown = tokens('{"a":1,' * 60)
    view.show_tokens(shown)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0, "it follows the end"
    cursor = view.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(3, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    bar.setValue(0)
    shown += tokens('"b":2,' * 20)
    view.show_tokens(shown)
    assert view.textCursor().selectedText() == '{"a'
    assert bar.value() == 0, "who scrolled up stays there"
    assert view.toPlainText().count('"b"') == 20


def test_another_list_replaces_the_text(qtbot, theme):
    view = TokenView(theme)
    qtbot.addWidget(view)
    view.show_tokens(tokens("old"))
    view.show_tokens(tokens("new"))
    assert view.toPlainText() == "new"


def test_the_theme_recolours_what_is_there(qtbot, theme):
    view = TokenView(theme)
    qtbot.addWidget(view)
    view.show_tokens(tokens("a"))
    theme.choose(ThemeChoice.DARK)
    assert view.toPlainText() == "a"
    assert foreground(view, 0) == DARK.text


def test_the_font_joins_nothing(qapp):
    font = monospaced_font()
    for feature in ("liga", "calt"):
        assert font.isFeatureSet(QFont.Tag(feature))
        assert font.featureValue(QFont.Tag(feature)) == 0
