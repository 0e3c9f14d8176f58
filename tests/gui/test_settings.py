"""What is remembered, and how it survives an INI file."""

from dataclasses import fields, replace

from PySide6.QtCore import QByteArray, QObject

from endstop.gui.settings.saving import SettingsSaver
from endstop.gui.settings.settings import default_settings, load_settings, save_settings
from endstop.gui.widgets.theme import ThemeChoice
from tests.gui.conftest import SLIP


def test_everything_comes_back_as_it_was(tmp_path):
    path = tmp_path / "endstop.ini"
    settings = default_settings()
    settings.geometry = QByteArray(b"\x00\x01place")
    settings.model = "/models/lift, the big one"
    settings.recent_models = ("/models/lift",)
    settings.schema_files = ("/a.json", "/b, c.json")
    settings.extract_on_drop = False
    settings.theme = ThemeChoice.DARK
    save_settings(settings, path)
    assert load_settings(path) == settings


def test_a_missing_or_spoilt_file_gives_the_defaults(tmp_path):
    assert load_settings(tmp_path / "none.ini") == default_settings()
    spoilt = tmp_path / "spoilt.ini"
    spoilt.write_text("[General]\ntheme=pink\ngeometry=7\nrecent_models=\n")
    loaded = load_settings(spoilt)
    assert loaded.theme is ThemeChoice.SYSTEM
    assert loaded.geometry.isEmpty()
    assert loaded.recent_models == ()
    assert {each.name for each in fields(loaded)} == {
        each.name for each in fields(default_settings())
    }


def test_recent_models_are_few_and_each_once():
    settings = default_settings()
    for number in [*range(9), 8]:
        settings.remember_model(f"/m{number}")
    assert settings.recent_models == ("/m8", "/m7", "/m6", "/m5", "/m4", "/m3")


def test_the_window_remembers_its_places_and_switches(scripted_window, settings, make_window):
    window = scripted_window(SLIP)
    window.resize(900, 640)
    window.documents.actions.extract_on_drop.setChecked(False)
    window.diagnostics.actions.dock.trigger()
    window.close()
    assert settings.extract_on_drop is False
    again = make_window(start=False)
    assert again.height() == 640  # Qt fits the width to the offscreen screen's 800 pixels
    assert not again.diagnostics.dock.isVisible()
    assert not again.diagnostics.actions.dock.isChecked()


def test_a_change_is_in_the_file_soon_and_nothing_waits_for_the_end(qtbot, qapp, tmp_path):
    path = tmp_path / "new" / "endstop.ini"
    settings, owner = default_settings(), QObject()
    SettingsSaver(settings, path, owner)
    settings.remember_model("/models/lift")
    settings.theme = ThemeChoice.DARK
    qtbot.waitUntil(lambda: path.exists() and load_settings(path) == settings)
    settings.theme = ThemeChoice.LIGHT
    qtbot.waitUntil(lambda: load_settings(path).theme is ThemeChoice.LIGHT)


def test_each_choice_in_the_window_is_remembered_at_once(scripted_window, settings, qtbot):
    window = scripted_window(SLIP)
    changes = []
    settings.watch(lambda: changes.append(replace(settings)))
    window.documents.actions.extract_on_drop.setChecked(False)
    window.settings.choose_schema("receipt")
    window.settings.actions.themes.actions()[2].trigger()
    assert changes[-1].extract_on_drop is False
    assert changes[-1].schema == "receipt"
    assert changes[-1].theme is ThemeChoice.DARK
    before = settings.geometry
    window.resize(901, 641)
    qtbot.waitUntil(lambda: settings.geometry != before)
