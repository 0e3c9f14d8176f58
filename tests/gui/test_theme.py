"""Light and dark."""

import re

import pytest
from PySide6.QtGui import QColor, QPalette

from endstop.assets import resource
from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import DARK, LIGHT, Colours, ThemeChoice, style_sheet
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag

ENOUGH_CONTRAST = 4.5  # WCAG 2.1 AA for text


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = QColor(colour).getRgbF()[:3]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read(colours: Colours):
    grounds = {
        colours.panel: ("text", "muted", "accent", "good", "warn", "bad"),
        colours.selection: ("text", "muted", "accent", "good", "warn", "bad"),
        colours.canvas: ("text", "muted"),
        colours.chip: ("chip_text",),
        colours.accent: ("accent_text",),
        colours.warn_panel: ("text",),
        colours.bad_panel: ("text",),
        colours.good_panel: ("text",),
    }
    grounds[colours.panel] += ("json_string", "json_number", "json_word")
    weak = [
        (name, ground, round(contrast(getattr(colours, name), ground), 2))
        for ground, names in grounds.items()
        for name in names
        if contrast(getattr(colours, name), ground) < ENOUGH_CONTRAST
    ]
    assert weak == []


def test_the_style_sheet_has_no_colour_of_its_own():
    text = (resource("styles") / "window.qss").read_text(encoding="utf-8")
    assert re.findall(r"#[0-9a-fA-F]{6}\b", text) == []
    assert "$" not in style_sheet(DARK)


def test_every_icon_can_be_painted(qapp):
    for path in resource("icons").glob("*.svg"):
        image = icons.pixmap(path.stem, LIGHT.text, 32).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(32) for y in range(32))


def test_choosing_dark_repaints_the_window_and_is_remembered(
    qtbot, qapp, scripted_window, samples, settings
):
    window = scripted_window(SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=60_000)
    dark = window.settings.actions.themes.actions()[2]
    dark.trigger()
    assert settings.theme is ThemeChoice.DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.panel
    image = window.grab().toImage()
    assert image.pixelColor(5, 5).name() == DARK.panel
    window.settings.actions.themes.actions()[1].trigger()
    assert window.grab().toImage().pixelColor(5, 5).name() == LIGHT.panel
