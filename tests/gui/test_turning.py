"""Turning pages, and which pages are read."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag
from tests.support.scripted_engine import ScriptedEngine
from tests.support.sheets import written_pdf

PATIENCE = 60_000
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def engine():
    return ScriptedEngine([SLIP, SLIP])


@pytest.fixture
def show(qtbot, make_window, settings, tmp_path, engine):
    """Opens a window on a PDF with pages of these kinds."""
    settings.extract_on_drop = False

    def opened(*kinds):
        window = make_window(engine)
        drop(window, file_drag([written_pdf(tmp_path / "scan.pdf", *kinds)]))
        qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
        return window

    return opened


def entry_of(window):
    return next(iter(window.documents.list))


def shape(window):
    size = window.page.panel.view.picture.size()
    return "wide" if size.width() > size.height() else "tall"


def rendered(window, number, rotation):
    """The page as the model will see it."""
    with Renderer() as renderer:
        document = renderer.open(recognise(entry_of(window).path))
        page = renderer.render(document, number, PageSizing(), rotation=rotation)
    image = QImage(page.rgb, page.width, page.height, page.width * 3, QImage.Format.Format_RGB888)
    return image.copy()


def test_the_keys_turn_the_page_at_once_and_the_model_sees_it_so(qtbot, show, engine):
    window = show("text")
    assert shape(window) == "tall"
    qtbot.keyClick(window, Qt.Key.Key_R, CONTROL)
    assert shape(window) == "wide", "the picture is turned before it is rendered anew"
    wanted = rendered(window, 1, 90)
    picture = window.page.panel.view
    qtbot.waitUntil(
        lambda: (
            picture.picture.toImage() == wanted.convertToFormat(picture.picture.toImage().format())
        ),
        timeout=PATIENCE,
    )
    window.documents.actions.extract.trigger()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    (page,) = engine.generations[0].pages
    assert (page.width, page.height) == (wanted.width(), wanted.height())
    assert page.rgb == bytes(wanted.constBits())[: len(page.rgb)]


def test_each_page_is_turned_by_itself_and_the_choice_stays(qtbot, show):
    window = show("text", "text")
    commands = window.page.panel.commands
    qtbot.keyClick(window, Qt.Key.Key_BracketLeft)
    commands.next.trigger()
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
    assert shape(window) == "tall"
    qtbot.keyClick(window, Qt.Key.Key_BracketRight)
    qtbot.keyClick(window, Qt.Key.Key_BracketRight)
    commands.previous.trigger()
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
    assert shape(window) == "wide"
    choices = entry_of(window).page_choices
    assert (choices.rotation(1), choices.rotation(2)) == (270, 180)


def test_four_turns_are_none(qtbot, show):
    window = show("text")
    for _turn in range(4):
        qtbot.keyClick(window, Qt.Key.Key_L, CONTROL)
    assert shape(window) == "tall"
    assert entry_of(window).page_choices.rotation(1) == 0


def test_the_thumbnail_follows_the_first_page(qtbot, show):
    window = show("text")
    table = window.documents.list
    role = Qt.ItemDataRole.DecorationRole
    qtbot.waitUntil(lambda: table.index(0).data(role) is not None, timeout=PATIENCE)
    before = table.index(0).data(role).size()
    qtbot.keyClick(window, Qt.Key.Key_R, CONTROL)
    assert table.index(0).data(role).size() == before.transposed()


@pytest.mark.parametrize(
    ("kind", "sentence", "turn"),
    [
        ("sideways", "This page seems to lie on its side.", 90),
        ("head down", "This page seems to stand on its head.", 180),
    ],
)
def test_a_page_that_lies_is_noticed_and_turned_with_one_click(qtbot, show, kind, sentence, turn):
    window = show(kind)
    note = window.page.panel.note
    qtbot.waitUntil(note.isVisible, timeout=PATIENCE)
    assert note.text.text() == sentence
    qtbot.mouseClick(note.button, Qt.MouseButton.LeftButton)
    assert not note.isVisible()
    assert entry_of(window).page_choices.rotation(1) == turn


def test_a_page_that_the_user_turned_is_left_to_them(qtbot, show):
    window = show("sideways")
    note = window.page.panel.note
    qtbot.waitUntil(note.isVisible, timeout=PATIENCE)
    for _turn in range(4):
        qtbot.keyClick(window, Qt.Key.Key_R, CONTROL)
    assert not note.isVisible()


def test_only_the_shown_page_is_looked_at(qtbot, show):
    window = show("text", "sideways", "sideways")
    entry = entry_of(window)
    qtbot.waitUntil(lambda: entry.page_choices.suggested == {1: 0}, timeout=PATIENCE)
    window.page.panel.commands.next.trigger()
    qtbot.waitUntil(lambda: entry.page_choices.suggested == {1: 0, 2: 90}, timeout=PATIENCE)


def test_a_blank_page_is_told_before_it_is_read(qtbot, show):
    window = show("blank", "text")
    note = window.page.panel.note
    assert note.isVisible()
    assert "This page is blank" in note.text.text()
    assert not note.button.isVisible()


def test_turning_a_page_that_waits_changes_what_is_read(qtbot, make_window, tmp_path):
    engine = ScriptedEngine([SLIP])
    window = make_window(engine, start=False)
    drop(window, file_drag([written_pdf(tmp_path / "scan.pdf", "text")]))
    qtbot.waitUntil(all_in(window, "waiting"), timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
    qtbot.keyClick(window, Qt.Key.Key_R, CONTROL)
    window.start()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert engine.generations[0].pages[0].width > engine.generations[0].pages[0].height


def test_a_result_says_when_its_pages_were_turned_since(qtbot, show):
    window = show("text")
    window.documents.actions.extract.trigger()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    foot = window.result.panel.foot
    assert not foot.sentence.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_R, CONTROL)
    assert "The pages were turned or chosen otherwise since" in foot.sentence.text()
    window.documents.actions.extract.trigger()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert not foot.sentence.isVisible()


def test_only_the_pages_that_were_named_are_read(qtbot, show, engine):
    window = show("text", "text", "text")
    field = window.page.panel.bar.pages
    qtbot.keyClicks(field, "1, 3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "1,3"
    window.documents.actions.extract.trigger()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert [page.number for page in engine.generations[0].pages] == [1, 3]


def test_wrong_page_numbers_are_explained_and_change_nothing(qtbot, show):
    window = show("text", "text")
    panel = window.page.panel
    for text, said in (("x", "“x” is not a range of pages."), ("3", "There is no page 3")):
        panel.bar.pages.clear()
        qtbot.keyClicks(panel.bar.pages, text)
        qtbot.keyClick(panel.bar.pages, Qt.Key.Key_Return)
        assert panel.note.text.text().startswith(said)
        assert entry_of(window).page_choices.pages is None
    qtbot.keyClick(panel.bar.pages, Qt.Key.Key_Escape)
    assert panel.bar.pages.text() == ""
    assert not panel.note.isVisible()


def test_one_page_needs_no_choice(show):
    window = show("text")
    assert not window.page.panel.bar.pages.isVisible()
