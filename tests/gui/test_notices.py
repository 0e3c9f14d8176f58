"""The strip of notices."""

from PySide6.QtCore import Qt

from endstop.errors import ModelError
from endstop.gui.widgets.notices import MOST_SHOWN, Notice, NoticeKind, NoticeStrip


def test_notices_stack_newest_first_and_are_never_shown_twice(qtbot, theme):
    strip = NoticeStrip(theme)
    qtbot.addWidget(strip)
    for number in range(MOST_SHOWN + 2):
        strip.show_notice(Notice(NoticeKind.INFORMATION, f"{number}"))
    strip.show_notice(Notice(NoticeKind.INFORMATION, "3"))
    assert [each.sentence for each in strip.notices] == ["3", "4", "2"]


def test_a_notice_is_dismissed_or_acted_on_once(qtbot, theme):
    strip = NoticeStrip(theme)
    qtbot.addWidget(strip)
    strip.show()
    done = []
    error = ModelError("It failed.", "Try again.")
    strip.show_notice(Notice.of(error, "Do", lambda: done.append(1)))
    bar = strip.bars[0]
    assert bar.text.text() == "It failed. Try again."
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert done == [1]
    assert not strip.isVisible()
    strip.show_notice(Notice.of(error))
    qtbot.mouseClick(strip.bars[0].dismiss, Qt.MouseButton.LeftButton)
    assert strip.notices == []


def test_markup_in_a_file_name_is_shown_as_it_is(qtbot, theme):
    strip = NoticeStrip(theme)
    qtbot.addWidget(strip)
    strip.show_notice(Notice(NoticeKind.ERROR, "<b>x</b>.pdf"))
    assert strip.bars[0].text.textFormat() is Qt.TextFormat.PlainText


def test_a_notice_does_not_take_the_focus_from_the_window(qtbot, make_window):
    window = make_window(start=False)
    window.notices.show_notice(
        Notice(NoticeKind.SUCCESS, "Done.", label="Show", action=lambda: None)
    )
    qtbot.waitUntil(window.notices.isVisible)
    assert window.isActiveWindow()
