"""Thousands of files: work grows with their number, and the window does none file by file."""

import os
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.document_list import DocumentList
from tests.gui.conftest import SLIP
from tests.gui.events import drop, file_drag, states

PATIENCE = 120_000
FOUND, RECOGNISED, OPENED = 100, 25, 20


@pytest.fixture
def window(scripted_window, settings, monkeypatch):
    """Batches are bounded by their number alone, so that it is the same on any machine."""
    settings.extract_on_drop = False
    monkeypatch.setattr("endstop.gui.documents.importing.feed.LONGEST_S", PATIENCE)
    monkeypatch.setattr("endstop.gui.documents.importing.feed.LONGEST_SEARCH_S", PATIENCE)
    monkeypatch.setattr("endstop.gui.documents.previews.OPENING_S", PATIENCE)
    monkeypatch.setattr("endstop.gui.documents.importing.feed.MOST_FOUND", FOUND)
    monkeypatch.setattr("endstop.gui.documents.importing.importer.MOST_RECOGNISED", RECOGNISED)
    monkeypatch.setattr("endstop.gui.documents.previews.OPENED_AT_ONCE", OPENED)
    return scripted_window(SLIP)


@pytest.fixture
def make_folder(tmp_path, samples):
    def make(name: str, count: int) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        original = folder / "0.pdf"
        original.write_bytes(samples[0].read_bytes())
        for number in range(1, count):
            (folder / f"{number}.pdf").hardlink_to(original)
        return folder

    return make


@pytest.fixture
def hold(monkeypatch):
    """Holds what the background does with files until it is let go."""
    gates = []

    def make(target, name):
        gate, held = threading.Event(), getattr(target, name)

        def wait(*given):
            assert gate.wait(PATIENCE / 1000)
            return held(*given)

        monkeypatch.setattr(target, name, wait)
        gates.append(gate)
        return gate

    yield make
    for gate in gates:
        gate.set()


@pytest.fixture
def hold_recognition(hold):
    import endstop.gui.documents.importing.importer

    return lambda: hold(endstop.gui.documents.importing.importer, "recognise_some")


def opened(window):
    return all(entry.document for entry in window.documents.list)


def counted(signal):
    calls = []
    signal.connect(lambda *_: calls.append(1))
    return calls


@pytest.mark.parametrize("count", [500, 2000])
def test_a_folder_costs_a_signal_a_batch(qtbot, window, make_folder, count):
    table = window.documents.list
    inserted, changed = counted(table.rowsInserted), counted(table.dataChanged)
    told = counted(window.documents.list.changed)
    drop(window, file_drag([make_folder("in", count)]))
    qtbot.waitUntil(lambda: len(table) == count and opened(window), timeout=PATIENCE)
    assert len(inserted) == count / FOUND
    # And the few that concern the shown document alone.
    assert len(told) <= count / RECOGNISED + count / OPENED + 10
    on_screen = window.documents.panel.view.height() // 62 + 2
    assert len(changed) <= len(told) + 2 * on_screen  # their thumbnails, and the model is ready
    actions = window.documents.actions
    actions.select_all.trigger()
    removed, restored = counted(table.rowsRemoved), counted(table.rowsInserted)
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Delete)
    assert len(table) == 0
    window.notices.notices[0].action()
    assert len(table) == count
    assert (len(removed), len(restored)) == (1, 1)


def test_the_window_itself_looks_at_a_fixed_number_of_files(
    qtbot, window, make_folder, monkeypatch
):
    looked: list[str] = []

    def watch(target, name):
        real = getattr(target, name)

        def note(*given, **options):
            if threading.current_thread() is threading.main_thread():
                looked.append(name)
            return real(*given, **options)

        monkeypatch.setattr(target, name, note)

    fewer, more = (sorted(make_folder(f"in-{n}", n).iterdir()) for n in (300, 900))
    for name in ("stat", "lstat", "open", "resolve"):
        watch(Path, name)
    for name in ("stat", "lstat", "scandir"):
        watch(os, name)
    drop(window, file_drag(fewer))
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 300, timeout=PATIENCE)
    for_fewer = len(looked)
    drop(window, file_drag(more))
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 1200, timeout=PATIENCE)
    assert 0 < len(looked) - for_fewer < for_fewer + 100  # icons, when they are first painted


def test_rows_are_there_before_they_are_recognised(qtbot, window, make_folder, hold_recognition):
    gate = hold_recognition()
    folder = make_folder("in", 250)
    (folder / "torn.pdf").write_bytes(b"no document")
    drop(window, file_drag([folder]))
    qtbot.waitUntil(lambda: len(window.documents.list) == 251, timeout=PATIENCE)
    assert set(states(window)) == {"recognising"}
    gate.set()
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 250, timeout=PATIENCE)
    assert "torn.pdf" not in [entry.path.name for entry in window.documents.list]
    assert window.notices.notices == []


def test_a_folder_whose_files_are_only_named_like_documents_is_told(qtbot, window, tmp_path):
    folder = tmp_path / "torn"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number}.pdf").write_bytes(b"no document")
    drop(window, file_drag([folder]))
    qtbot.waitUntil(lambda: bool(window.notices.notices), timeout=PATIENCE)
    assert window.notices.notices[0].sentence == "torn holds no PDF and no image."
    assert len(window.documents.list) == 0


def test_a_document_that_is_recognised_after_its_removal_comes_back_whole(
    qtbot, window, make_pdf, hold_recognition, settings
):
    gate = hold_recognition()
    settings.extract_on_drop = True
    drop(window, file_drag([make_pdf("late.pdf")]))
    (entry,) = window.documents.list
    undo = remove_all(window)
    gate.set()
    qtbot.waitUntil(lambda: entry.state is not DocumentState.RECOGNISING, timeout=PATIENCE)
    undo()
    qtbot.waitUntil(lambda: states(window) == ["done"] and opened(window), timeout=PATIENCE)


def test_a_file_that_is_found_to_be_no_document_after_its_removal_comes_back_as_failed(
    qtbot, window, tmp_path, hold_recognition
):
    gate = hold_recognition()
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "torn.pdf").write_bytes(b"no document")
    drop(window, file_drag([folder]))
    qtbot.waitUntil(lambda: len(window.documents.list) == 1, timeout=PATIENCE)
    (entry,) = window.documents.list
    undo = remove_all(window)
    gate.set()
    qtbot.waitUntil(lambda: entry.state is DocumentState.FAILED, timeout=PATIENCE)
    undo()
    assert states(window) == ["failed"]


def test_a_document_that_comes_back_before_it_is_recognised_goes_on(
    qtbot, window, make_pdf, hold_recognition
):
    gate = hold_recognition()
    drop(window, file_drag([make_pdf("late.pdf")]))
    undo = remove_all(window)
    undo()
    gate.set()
    qtbot.waitUntil(lambda: states(window) == ["ready"] and opened(window), timeout=PATIENCE)


@pytest.mark.parametrize("while_away", [True, False])
def test_a_document_that_is_opened_after_its_removal_comes_back_whole(
    qtbot, window, make_pdf, hold, while_away
):
    gate = hold(window.documents.previews._renderer, "open")
    drop(window, file_drag([make_pdf("late.pdf")]))
    qtbot.waitUntil(lambda: states(window) == ["ready"], timeout=PATIENCE)
    undo = remove_all(window)
    if while_away:
        gate.set()
        qtbot.waitUntil(lambda: not window.documents.previews._opening, timeout=PATIENCE)
    undo()
    gate.set()
    qtbot.waitUntil(lambda: opened(window), timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)


def test_the_shown_document_is_opened_before_those_that_wait(
    qtbot, window, make_folder, hold, monkeypatch
):
    order = []
    renderer = window.documents.previews._renderer
    opens = renderer.open
    monkeypatch.setattr(
        renderer, "open", lambda source, *given: order.append(source.name) or opens(source, *given)
    )
    gate = hold(renderer, "open")
    drop(window, file_drag([make_folder("in", 200)]))
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 200, timeout=PATIENCE)
    window.documents.panel.select_row(199)
    gate.set()
    qtbot.waitUntil(lambda: opened(window), timeout=PATIENCE)
    assert order.index("199.pdf") <= OPENED


def test_a_change_of_a_row_lays_out_no_other(qtbot, window, make_folder):
    table, view = window.documents.list, window.documents.panel.view
    drop(window, file_drag([make_folder("in", 500)]))
    qtbot.waitUntil(lambda: len(table) == 500 and opened(window), timeout=PATIENCE)
    view.executeDelayedItemsLayout()
    first = next(iter(table))
    with counting(DocumentList.rowCount) as asked:
        table.take_recognised({first.id: first.source})
        view.executeDelayedItemsLayout()
    assert len(asked) < 100
    with counting(DocumentList.rowCount) as asked:
        table.add([Path("/in/one-more.pdf")])
        view.executeDelayedItemsLayout()
    assert len(asked) > 500  # Qt does ask for all rows where they may have moved


@contextmanager
def counting(function):
    """The calls of a function of the model, Qt's too."""
    calls = []

    def note(frame, event, _argument):
        if event == "call" and frame.f_code is function.__code__:
            calls.append(1)

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def remove_all(window):
    """Take all rows out as the user does; the return value undoes that."""
    window.documents.actions.select_all.trigger()
    window.documents.remove_selected()
    assert len(window.documents.list) == 0
    return window.notices.notices[0].action
