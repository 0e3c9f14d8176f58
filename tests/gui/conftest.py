"""The real window, offscreen, with the scripted engine or with the bundled model."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from endstop.assets import resource
from endstop.engines.engine import Engine
from endstop.engines.load import load_engine
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.settings.settings import Settings, default_settings
from endstop.gui.widgets.theme import Theme, ThemeChoice
from endstop.gui.window.dialogs import CloseAnswer
from endstop.gui.window.main_window import MainWindow
from tests.support.scripted_engine import ScriptedEngine

SLIP = (
    '{"vendor":"Acme","invoice_number":"A1","date":"2026-01-01","customer":"Ann","currency":null,'
    '"items":[{"description":"Bolt","quantity":2,"amount":3.5}],"tax":0.5,"total":7.5}'
)

# The offscreen platform says this for any window; there is nothing to hint to.
OFFSCREEN_REMARK = "This plugin does not support propagateSizeHints()"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("qt_log_ignore", re.escape(OFFSCREEN_REMARK))


@dataclass
class Answers:
    """Dialogs that are answered at once, and remember what was asked."""

    folder_answer: Path | None = None
    documents_answer: Sequence[Path] = ()
    schema_answer: Path | None = None
    limits_answer: ExtractionLimits | None = None
    close_answer: CloseAnswer = CloseAnswer.CLOSE
    asked_for_limits: list[tuple[ExtractionLimits, int | None]] = field(default_factory=list)
    asked_to_close: list[int] = field(default_factory=list)

    def documents(self, folder: str) -> Sequence[Path]:
        return self.documents_answer

    def folder(self, title: str, folder: str) -> Path | None:
        return self.folder_answer

    def schema_file(self, folder: str) -> Path | None:
        return self.schema_answer

    def limits(
        self, limits: ExtractionLimits, profile_tokens: int | None
    ) -> ExtractionLimits | None:
        self.asked_for_limits.append((limits, profile_tokens))
        return self.limits_answer

    def close_with_results(self, count: int) -> CloseAnswer:
        self.asked_to_close.append(count)
        return self.close_answer


def loads(engine: Engine) -> Callable[..., Engine]:
    """A `load` that gives this engine at once."""
    return lambda _location, _progress, _cancelled: engine


@pytest.fixture
def answers(tmp_path: Path) -> Answers:
    folder = tmp_path / "out"
    folder.mkdir()
    return Answers(folder_answer=folder)


@pytest.fixture
def settings() -> Settings:
    return default_settings()


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, ThemeChoice.LIGHT)


MakeWindow = Callable[..., MainWindow]


@pytest.fixture
def make_window(qtbot, theme: Theme, settings: Settings, answers: Answers) -> Iterator[MakeWindow]:
    """Shows and starts a window with an engine, or with a `load`; closes it afterwards."""
    windows: list[MainWindow] = []

    def make(
        engine: Engine | None = None, load: Callable[..., Engine] = load_engine, start: bool = True
    ) -> MainWindow:
        window = MainWindow(settings, theme, loads(engine) if engine else load, answers)
        qtbot.addWidget(window)
        windows.append(window)
        if settings.geometry.isEmpty():
            window.resize(1200, 800)
        window.show()
        qtbot.waitUntil(window.isActiveWindow)
        if start:
            window.start()
        return window

    yield make
    for window in windows:
        window.shut_down()


@pytest.fixture
def scripted_window(make_window: MakeWindow) -> Callable[..., MainWindow]:
    """A window whose model writes these answers in turn."""

    def make(*answers: str | Exception | None, before_token=None) -> MainWindow:
        return make_window(ScriptedEngine(answers, before_token))

    return make


@pytest.fixture(scope="session")
def samples() -> list[Path]:
    return sorted(each for each in resource("samples").iterdir() if each.suffix in (".pdf", ".png"))


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes a PDF with "page 1" and so on."""

    def make(name: str = "letter.pdf", pages: int = 1, password: str | None = None) -> Path:
        path = tmp_path / name
        lock = None if password is None else StandardEncryption(password, strength=128)
        sheet = canvas.Canvas(str(path), pagesize=(420, 595), encrypt=lock)
        for number in range(1, pages + 1):
            sheet.drawString(50, 300, f"page {number}")
            sheet.showPage()
        sheet.save()
        return path

    return make
