"""The page column."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.gui.events import drop, file_drag

PATIENCE = 60_000


@pytest.fixture
def window(qtbot, scripted_window, settings, make_pdf):
    settings.extract_on_drop = False
    made = scripted_window()
    drop(made, file_drag([make_pdf("three.pdf", pages=3)]))
    qtbot.waitUntil(lambda: made.page.panel.view.has_page, timeout=PATIENCE)
    return made


def test_pages_turn_and_stop_at_both_ends(qtbot, window):
    page, commands = window.page.panel, window.page.panel.commands
    assert not commands.previous.isEnabled()
    for number in (2, 3):
        commands.next.trigger()
        assert page.number == number
        qtbot.waitUntil(lambda: page.view.has_page, timeout=PATIENCE)
    assert not commands.next.isEnabled()
    commands.previous.trigger()
    assert page.number == 2
    assert page.view.has_page, "a page that was shown before comes at once"


def test_the_page_is_fitted_until_it_is_zoomed(qtbot, window):
    view = window.page.panel.view
    fitted = view.scale_factor
    window.resize(window.width(), window.height() + 150)
    qtbot.waitUntil(lambda: view.scale_factor > fitted)
    window.page.panel.commands.zoom_in.trigger()
    zoomed = view.scale_factor
    window.resize(window.width(), window.height() - 150)
    assert view.scale_factor == zoomed
    window.page.panel.commands.fit.trigger()
    assert view.scale_factor < zoomed


def test_control_and_the_wheel_zoom(window):
    view = window.page.panel.view
    before = view.scale_factor
    at = QPointF(view.viewport().rect().center())
    wheel = QWheelEvent(
        at,
        view.viewport().mapToGlobal(at),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), wheel)
    assert view.scale_factor == pytest.approx(before * 1.25)


def test_rows_get_a_thumbnail(qtbot, window):
    table = window.documents.list
    role = Qt.ItemDataRole.DecorationRole
    qtbot.waitUntil(lambda: table.index(0).data(role) is not None, timeout=PATIENCE)


def test_another_document_never_shows_the_page_of_the_last(qtbot, window, make_pdf):
    drop(window, file_drag([make_pdf("other.pdf")]))
    window.documents.panel.select_row(1)
    assert not window.page.panel.view.has_page
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
