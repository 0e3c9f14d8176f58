"""Pictures of the window in each state: `python -m tests.gui.screenshots FOLDER`."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtWidgets import QWidget
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from endstop.assets import resource
from endstop.engines.engine import Engine, Loading
from endstop.engines.load import load_engine
from endstop.errors import CancelledError, GrammarError, ModelError
from endstop.gui.result.result_panel import ResultTab
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.settings.limits_dialog import LimitsDialog
from endstop.gui.settings.settings import default_settings
from endstop.gui.widgets.theme import Theme, ThemeChoice
from endstop.gui.window.application import make_application
from endstop.gui.window.main_window import MainWindow
from tests.gui.conftest import Answers
from tests.gui.events import states
from tests.gui.gate import Gate
from tests.gui.page_pictures import take_pages
from tests.gui.panel_pictures import take_panel
from tests.support.scripted_engine import ScriptedEngine

SIZE = QSize(1440, 900)
SMALL = QSize(1000, 640)
LONGEST_S = 60


class Photographer:
    """Opens a window for each state, brings it there and saves a picture."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        self._folder = folder
        self.theme = theme
        self._samples = sorted(
            each for each in resource("samples").iterdir() if each.suffix in (".pdf", ".png")
        )

    def take_all(self, scratch: Path) -> None:
        """Every state."""
        self._empty()
        self._loading()
        self._running()
        self._done(_locked_pdf(scratch / "locked.pdf"))
        self._failed(scratch)
        self._limits()
        take_pages(self, scratch)
        take_panel(self, scratch)

    def _empty(self) -> None:
        window = self.window()
        window.start()
        _wait(lambda: window.session.status.model is not None)
        self.save(window, "empty")
        self.save(window, "empty-small", SMALL)
        window.close()

    def _loading(self) -> None:
        window = self.window(_endless_load)
        window.start()
        window.documents.take(self._samples[:2])
        _wait(lambda: window.session.status.fraction > 0)
        _wait(lambda: states(window) == ["waiting"] * 2)
        _pass(800)
        self.save(window, "loading")
        window.close()

    def _running(self) -> None:
        gate = Gate(document=1, token=120)
        answers = [path.with_suffix(".expected.json").read_text() for path in self._samples[:4]]
        compact = [json.dumps(json.loads(text), separators=(",", ":")) for text in answers]
        window = self.window(lambda *_: ScriptedEngine(compact, gate))
        window.start()
        window.documents.take(self._samples[:4])
        _wait(gate.reached.is_set)
        window.documents.panel.select_row(1)
        _pass(500)
        self.save(window, "running")
        window.result.panel.tabs.setCurrentIndex(ResultTab.TOKENS)
        self.save(window, "running-tokens")
        window.stop_all()
        gate.open()
        window.close()

    def _done(self, locked: Path) -> None:
        window = self.window()
        window.start()
        window.documents.take([*self._samples[:2], self._samples[6], locked])
        _wait(lambda: states(window) == ["done", "done", "done", "locked"])
        window.documents.panel.select_row(2)
        _pass(500)
        self.save(window, "done")
        window.result.panel.tabs.setCurrentIndex(ResultTab.JSON)
        self.save(window, "done-json")
        window.result.panel.tabs.setCurrentIndex(ResultTab.TOKENS)
        self.save(window, "done-tokens")
        self.theme.choose(ThemeChoice.DARK)
        self.save(window, "dark-tokens")
        window.result.panel.tabs.setCurrentIndex(ResultTab.FIELDS)
        self.save(window, "dark-fields")
        self.theme.choose(ThemeChoice.LIGHT)
        with TemporaryDirectory() as out:
            window.documents.exporter.write(window.documents.with_results(), Path(out))
            _wait(lambda: bool(window.notices.notices))
        window.documents.take(self._samples[:1])
        self.save(window, "notices")
        window.notices.dismiss_all()
        window.documents.panel.select_row(3)
        self.save(window, "locked")
        window.documents.panel.select_row(2)
        self.save(window, "done-small", SMALL)
        window.close()

    def _failed(self, scratch: Path) -> None:
        error = GrammarError("The schema is too large for a grammar.", "Remove some fields.")
        memory = ModelError("Out of memory.", "Close other programs, or try fewer pages.")
        answers = (error, '{"vendor":7,"total":"much"}', None, memory)
        window = self.window(lambda *_: ScriptedEngine(answers, lambda _n: time.sleep(0.002)))
        window.start()
        note = scratch / "notes.docx"
        note.write_bytes(b"PK")
        window.documents.take([*self._samples[:4], note])
        _wait(lambda: states(window)[2] == "extracting")
        _pass(200)
        window.stop()
        _wait(lambda: states(window)[3] == "failed")
        window.documents.panel.select_row(0)
        _pass(500)
        self.save(window, "failed")
        window.documents.panel.select_row(1)
        window.notices.dismiss_all()
        self.save(window, "to-check")
        window.close()

    def _limits(self) -> None:
        window = self.window()
        window.settings.stored.remember_limits(ExtractionLimits(tokens=100))
        window.start()
        window.documents.take(self._samples[:1])
        _wait(lambda: states(window) == ["incomplete"])
        _pass(500)
        self.save(window, "cut")
        for name, limits in (
            ("limits", ExtractionLimits()),
            ("limits-set", ExtractionLimits(2000, 90)),
        ):
            dialog = LimitsDialog(limits, window.settings.profile_tokens, window)
            dialog.open()
            self.save_widget(dialog, name)
            self.theme.choose(ThemeChoice.DARK)
            self.save_widget(dialog, f"{name}-dark")
            self.theme.choose(ThemeChoice.LIGHT)
            dialog.reject()
        window.close()

    def window(
        self, load: Callable[..., Engine] = load_engine, model: Path | None = None
    ) -> MainWindow:
        """A window of the usual size, with a model of its own if one is given."""
        settings = default_settings()
        settings.model = str(model or "")
        window = MainWindow(settings, self.theme, load, Answers())
        window.resize(SIZE)
        window.show()
        return window

    def save(self, window: MainWindow, name: str, size: QSize = SIZE) -> None:
        """Save a picture of a window of this size."""
        window.resize(size)
        self.save_widget(window, name)

    def save_small(self, window: MainWindow, name: str) -> None:
        """Save a picture of the window at its smallest usual size."""
        self.save(window, name, SMALL)

    def save_widget(self, widget: QWidget, name: str) -> None:
        """Save a picture of a widget as it is."""
        _pass(150)
        widget.grab().save(str(self._folder / f"{name}.png"))

    def wait(self, condition: Callable[[], bool]) -> None:
        """Let the window live until the condition holds."""
        _wait(condition)


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        _pass(20)


def _pass(milliseconds: int) -> None:
    """Let the window live; QTest.qWait would keep the interpreter from the model's thread."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _endless_load(_location: str, progress: Callable[[Loading], None], cancelled) -> Engine:
    progress(Loading("Reading weights", 0.45))
    while not cancelled():
        time.sleep(0.01)
    raise CancelledError


def _locked_pdf(path: Path) -> Path:
    sheet = canvas.Canvas(str(path), encrypt=StandardEncryption("secret", strength=128))
    sheet.drawString(100, 100, "secret")
    sheet.save()
    return path


def main(folder: Path) -> None:
    """Save a picture of every state into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["endstop"])
    with TemporaryDirectory() as scratch:
        Photographer(folder, Theme(application, ThemeChoice.LIGHT)).take_all(Path(scratch))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
