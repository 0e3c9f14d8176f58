"""Light and dark: one table of colours, the palette and the style sheet made from it."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from string import Template

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from endstop.assets import resource

TEXT_PIXELS = 13


class ThemeChoice(StrEnum):
    """Which colours the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour of the window, as #rrggbb."""

    panel: str
    raised: str
    canvas: str
    border: str
    control_border: str
    hover: str
    text: str
    muted: str
    disabled: str
    accent: str
    accent_hover: str
    accent_text: str
    selection: str
    good: str
    warn: str
    bad: str
    warn_panel: str
    bad_panel: str
    good_panel: str
    chip: str
    chip_text: str
    chip_border: str
    json_string: str
    json_number: str
    json_word: str


LIGHT = Colours(
    panel="#ffffff",
    raised="#ffffff",
    canvas="#ebebed",
    border="#e1e1e5",
    control_border="#d5d5da",
    hover="#f3f4f6",
    text="#141417",
    muted="#66666e",
    disabled="#a3a3ab",
    accent="#1f5fe6",
    accent_hover="#1a52c9",
    accent_text="#ffffff",
    selection="#e8f0fd",
    good="#18794e",
    warn="#9c5a08",
    bad="#c62626",
    warn_panel="#fdf6e7",
    bad_panel="#fdeeee",
    good_panel="#edf7f1",
    chip="#efe9fd",
    chip_text="#5b33b0",
    chip_border="#d8caf8",
    json_string="#18794e",
    json_number="#1d4ed8",
    json_word="#9c5a08",
)

DARK = Colours(
    panel="#242529",
    raised="#2c2d32",
    canvas="#151618",
    border="#37383d",
    control_border="#45464c",
    hover="#303137",
    text="#f1f1f3",
    muted="#a2a2ab",
    disabled="#6c6c75",
    accent="#66a3ff",
    accent_hover="#77adff",
    accent_text="#0d1a30",
    selection="#2a3448",
    good="#4cc38a",
    warn="#f2a93b",
    bad="#ff7b80",
    warn_panel="#3a3122",
    bad_panel="#3e2a2c",
    good_panel="#22362c",
    chip="#3a2f55",
    chip_text="#cdbdfb",
    chip_border="#54457a",
    json_string="#6fd3a0",
    json_number="#8ab8ff",
    json_word="#f2a93b",
)


def palette(colours: Colours) -> QPalette:
    """The Qt palette of these colours."""
    made = QPalette()
    role = QPalette.ColorRole
    for roles, colour in (
        ((role.Window, role.Base, role.ToolTipBase, role.AlternateBase), colours.panel),
        ((role.Button, role.Light, role.Midlight), colours.raised),
        ((role.Dark, role.Mid, role.Shadow), colours.control_border),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), colours.text),
        ((role.BrightText, role.HighlightedText), colours.text),
        ((role.Highlight,), colours.selection),
        ((role.Link, role.LinkVisited, role.Accent), colours.accent),
        ((role.PlaceholderText,), colours.muted),
    ):
        for each in roles:
            made.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, each, QColor(colours.disabled))
    return made


def style_sheet(colours: Colours) -> str:
    """resources/styles/window.qss with the colours put in."""
    template = resource("styles/window.qss").read_text(encoding="utf-8")
    icons = resource("icons").as_posix()
    return Template(template).substitute(asdict(colours), icons=icons)


def text_font() -> QFont:
    """The system's font, never smaller than 13 pixels."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if QFontInfo(font).pixelSize() < TEXT_PIXELS:
        font.setPixelSize(TEXT_PIXELS)
    return font


def monospaced_font() -> QFont:
    """The system's fixed font without ligatures, so that `<|im_end|>` stays as it is written."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(TEXT_PIXELS)
    for feature in ("liga", "calt", "clig", "dlig"):
        font.setFeature(QFont.Tag(feature), 0)
    return font


class Theme(QObject):
    """Applies the chosen colours to the application and follows the system."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: ThemeChoice) -> None:
        super().__init__(application)
        self._application = application
        self.choice = choice
        self.colours = LIGHT
        application.setStyle("fusion")
        application.setFont(text_font())
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    def choose(self, choice: ThemeChoice) -> None:
        """Take the user's choice and repaint everything."""
        self.choice = choice
        self._apply()

    @property
    def dark(self) -> bool:
        """Whether the colours are the dark ones."""
        return self.colours is DARK

    @Slot()
    def _follow(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        self.colours = DARK if self._wants_dark() else LIGHT
        self._application.setPalette(palette(self.colours))
        self._application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()

    def _wants_dark(self) -> bool:
        if self.choice is ThemeChoice.SYSTEM:
            return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self.choice is ThemeChoice.DARK
