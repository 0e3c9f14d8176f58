"""Choosing a schema and a model."""

import json

from endstop.gui.workers.model_session import ModelState
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag

PATIENCE = 60_000


def menu_texts(button) -> list[str]:
    return [each.text() for each in button.menu_shown.actions() if not each.isSeparator()]


def test_a_schema_of_the_library_is_chosen_from_the_menu(scripted_window, settings):
    window = scripted_window(SLIP)
    picker = window.toolbar.schema
    assert "Invoice" in menu_texts(picker)
    picker.menu_shown.actions()[1].trigger()
    assert picker.text() == "Invoice"
    assert settings.schema == "invoice"


def test_a_schema_file_is_opened_used_and_remembered(
    qtbot, scripted_window, answers, settings, tmp_path, samples
):
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"type": "object", "properties": {"vendor": {"type": "string"}}}))
    answers.schema_answer = file
    window = scripted_window('{"vendor":"Acme"}')
    window.settings.actions.open_schema.trigger()
    assert window.toolbar.schema.text() == "own"
    assert settings.schema_files == (str(file),)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert next(iter(window.documents.list)).extraction.schema.name == "own"


def test_a_broken_schema_file_is_a_notice_and_changes_nothing(scripted_window, answers, tmp_path):
    file = tmp_path / "broken.json"
    file.write_text("{")
    answers.schema_answer = file
    window = scripted_window(SLIP)
    window.settings.actions.open_schema.trigger()
    assert "broken.json is not valid JSON" in window.notices.notices[0].sentence
    assert window.settings.schemas.key == "slip"


def test_a_model_folder_is_opened_and_offered_again(
    qtbot, scripted_window, answers, settings, tmp_path
):
    window = scripted_window(SLIP)
    answers.folder_answer = tmp_path
    window.settings.actions.open_model.trigger()
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY)
    assert settings.model == str(tmp_path)
    assert tmp_path.name in menu_texts(window.toolbar.model)
    assert "endstop-tiny (demo)" in menu_texts(window.toolbar.model)


def test_a_cancelled_dialog_changes_nothing(scripted_window, answers):
    window = scripted_window(SLIP)
    answers.folder_answer = None
    documents, settings = window.documents.actions, window.settings.actions
    for action in (
        settings.open_model,
        settings.open_schema,
        documents.open_files,
        documents.open_folder,
        documents.export_all,
    ):
        action.trigger()
    assert len(window.documents.list) == 0
    assert window.notices.notices == []
