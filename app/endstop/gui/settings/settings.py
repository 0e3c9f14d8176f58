"""What the window remembers: one typed dataclass over an INI file."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.widgets.theme import ThemeChoice

RECENT_MODELS = 6
_WATCHER = "watcher"  # no setting, so no field
_MOST_DIGITS = 9  # what a spin box can hold


@dataclass
class Settings:
    """Every setting with its default; empty means never chosen, 0 no limit of one's own.

    Whoever `watch`es them hears of each change, so that it is saved then and not at the end.
    """

    geometry: QByteArray
    columns: QByteArray
    dock: QByteArray
    model: str = ""
    recent_models: tuple[str, ...] = ()
    schema: str = "slip"
    schema_files: tuple[str, ...] = ()
    open_folder: str = ""
    export_folder: str = ""
    extract_on_drop: bool = True
    max_tokens: int = 0
    max_seconds: int = 0
    theme: ThemeChoice = ThemeChoice.SYSTEM
    panel: QByteArray = field(default_factory=QByteArray)

    def __setattr__(self, name: str, value: object) -> None:
        changes = getattr(self, name, None) != value
        object.__setattr__(self, name, value)
        watcher: Callable[[], None] | None = self.__dict__.get(_WATCHER)
        if changes and watcher is not None:
            watcher()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` after each change from now on."""
        self.__dict__[_WATCHER] = watcher

    @property
    def limits(self) -> ExtractionLimits:
        """The limits of every document that is queued from now on."""
        return ExtractionLimits(self.max_tokens or None, self.max_seconds or None)

    def remember_limits(self, limits: ExtractionLimits) -> None:
        """Make these the limits of every document that is queued from now on."""
        self.max_tokens, self.max_seconds = limits.tokens or 0, limits.seconds or 0

    def remember_model(self, location: str) -> None:
        """Make `location` the model of the next start and the newest of the recent ones."""
        others = tuple(each for each in self.recent_models if each != location)
        self.model = location
        self.recent_models = (location, *others)[:RECENT_MODELS]


def default_settings() -> Settings:
    """The settings of a first start."""
    return Settings(QByteArray(), QByteArray(), QByteArray())


def settings_file() -> Path:
    """Where the settings of this user lie."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "endstop.ini"


def load_settings(path: Path) -> Settings:
    """The settings in `path`; the default for whatever is missing or unreadable."""
    stored = QSettings(str(path), QSettings.Format.IniFormat)
    settings = default_settings()
    for each in fields(settings):
        if stored.contains(each.name):
            default = getattr(settings, each.name)
            setattr(settings, each.name, _typed(stored, each.name, default))
    return settings


def save_settings(settings: Settings, path: Path) -> None:
    """Write all settings to `path`, whose folder is made if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stored = QSettings(str(path), QSettings.Format.IniFormat)
    for each in fields(settings):
        value = getattr(settings, each.name)
        stored.setValue(each.name, list(value) if isinstance(value, tuple) else value)
    stored.sync()


def _typed(stored: QSettings, name: str, default: Any) -> Any:
    """An INI file reads back as text: ask for the type of the default."""
    match default:
        case bool():
            return stored.value(name, default, type=bool)
        case int():
            text = str(stored.value(name))
            return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else default
        case tuple():
            return tuple(str(each) for each in _listed(stored.value(name)))
        case ThemeChoice():
            text = str(stored.value(name))
            return ThemeChoice(text) if text in set(ThemeChoice) else default
        case str():
            return str(stored.value(name))
        case _:
            value = stored.value(name)
            return value if isinstance(value, QByteArray) else default


def _listed(value: object) -> list[object]:
    """A list of one item reads back as the item, an empty one as None."""
    if isinstance(value, list):
        return value
    return [value] if value else []
