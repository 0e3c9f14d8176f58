"""Pages that are left out, fail or lie askew are told in plain words."""

import pytest

from endstop.gui.result.result_panel import ResultTab
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, statuses
from tests.gui.gate import Gate
from tests.support.sheets import damaged_pdf, written_pdf

PATIENCE = 60_000


def test_blank_pages_that_were_left_out_are_told_in_every_tab(qtbot, scripted_window, tmp_path):
    window = scripted_window(SLIP)
    path = written_pdf(tmp_path / "scan.pdf", "text", "blank", "blank", "text")
    drop(window, file_drag([path]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    foot = window.result.panel.foot
    for tab in ResultTab:
        window.result.panel.tabs.setCurrentIndex(tab)
        assert foot.notices.isVisible()
        assert foot.notices.text() == "Pages 2-3 are blank and were left out."


def test_notices_are_there_while_the_model_writes(qtbot, scripted_window, tmp_path):
    gate = Gate(document=0, token=20)
    window = scripted_window(SLIP, before_token=gate)
    drop(window, file_drag([written_pdf(tmp_path / "scan.pdf", "text", "sideways")]))
    foot = window.result.panel.foot
    qtbot.waitUntil(foot.notices.isVisible, timeout=PATIENCE)
    assert foot.notices.text().startswith("Page 2 seems to lie on its side")
    gate.open()


def test_a_result_without_notices_shows_none(qtbot, scripted_window, tmp_path):
    window = scripted_window(SLIP)
    drop(window, file_drag([written_pdf(tmp_path / "scan.pdf", "text")]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert not window.result.panel.foot.notices.isVisible()


def test_a_page_that_failed_is_named_below_the_result(qtbot, scripted_window, tmp_path):
    window = scripted_window(SLIP)
    drop(window, file_drag([damaged_pdf(tmp_path / "torn.pdf", pages=3, damaged=2)]))
    qtbot.waitUntil(all_in(window, "to check"), timeout=PATIENCE)
    assert statuses(window) == ["3 pages · Done · 1 to check"]
    said = window.result.panel.foot.sentence.text()
    assert said.startswith("Page 2 of torn.pdf is damaged and cannot be shown.")


def test_a_page_that_fails_shows_its_sentence(qtbot, scripted_window, settings, tmp_path):
    settings.extract_on_drop = False
    window = scripted_window()
    drop(window, file_drag([damaged_pdf(tmp_path / "torn.pdf", pages=2, damaged=2)]))
    page = window.page.panel
    qtbot.waitUntil(lambda: page.view.has_page, timeout=PATIENCE)
    page.commands.next.trigger()
    said = "Page 2 of torn.pdf is damaged and cannot be shown."
    qtbot.waitUntil(lambda: page.view.accessibleDescription().startswith(said), timeout=PATIENCE)
    assert not page.view.has_page


@pytest.mark.parametrize("turned", [False, True])
def test_a_page_that_fails_is_tried_once_while_the_document_is_read(
    qtbot, scripted_window, tmp_path, monkeypatch, turned
):
    window = scripted_window(SLIP)
    tried = []
    renderer = window.documents.previews._renderer
    render = renderer.render
    monkeypatch.setattr(renderer, "render", lambda *given: tried.append(given[1]) or render(*given))
    drop(window, file_drag([damaged_pdf(tmp_path / "torn.pdf", pages=2, damaged=1)]))
    qtbot.waitUntil(all_in(window, "to check"), timeout=PATIENCE)
    said = window.page.panel.view.accessibleDescription
    qtbot.waitUntil(lambda: said().startswith("Page 1 of torn.pdf"), timeout=PATIENCE)
    if turned:
        window.page.panel.commands.rotate_left.trigger()
        qtbot.waitUntil(lambda: len(tried) > 1, timeout=PATIENCE)
    assert tried == [1] * (1 + turned)
