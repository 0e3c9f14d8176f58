"""The real window, offscreen, given one model folder after another and a good one after each.

`python -m tests.hostile.window_process FOLDER...` prints a JSON line as soon as a folder is known
to the window: loaded or refused, and examined; and whether the good model ran afterwards.
"""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from endstop.assets import bundled_model
from endstop.documents.memory_guard import resident_bytes
from endstop.gui.settings.settings import default_settings
from endstop.gui.window.application import make_application, open_window
from endstop.gui.window.main_window import MainWindow
from endstop.gui.workers.model_session import ModelState
from tests.sweep.memory import peak_bytes

_TICK_MS = 10
_HANG_S = 60
_MB = 1_000_000
_HUNG = 3


class Visit(QObject):
    """Loads the folders in turn, and measures how long the window stands still meanwhile."""

    def __init__(self, window: MainWindow, folders: Sequence[str]) -> None:
        super().__init__(window)
        self._window = window
        self._folders = list(folders)
        self._line: dict[str, Any] = {}
        self._started = self._ticked = monotonic()
        self._stall = 0.0
        self._held = 0
        self._bad = ""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._timer.start(_TICK_MS)

    @Slot()
    def _tick(self) -> None:
        now = monotonic()
        self._stall = max(self._stall, now - self._ticked)
        self._ticked = now
        if not self._known():
            if now - self._started > _HANG_S:
                os._exit(_HUNG)
            return
        if self._bad:
            self._note()
            self._load(str(bundled_model()))
            return
        if self._line:
            ready = self._window.session.status.state is ModelState.READY
            print(json.dumps(self._line | {"good_runs": ready}), flush=True)
            self._line = {}
        if self._folders:
            self._bad = self._folders.pop(0)
            self._load(self._bad)
        else:
            self._timer.stop()
            self._window.close()

    def _known(self) -> bool:
        """Whether the load has ended and the folder is examined."""
        own = self._window.diagnostics.examiner.own
        examined = own is not None and (own.examination is not None or own.error is not None)
        return examined and self._window.session.status.state in (
            ModelState.READY,
            ModelState.FAILED,
        )

    def _load(self, location: str) -> None:
        with suppress(OSError):  # Linux alone can forget a peak
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        self._started, self._stall, self._held = monotonic(), 0.0, resident_bytes()
        self._window.settings.choose_model(location)

    def _note(self) -> None:
        """What is known of the bad folder."""
        status, own = self._window.session.status, self._window.diagnostics.examiner.own
        self._line = {
            "folder": self._bad,
            "state": status.state.value,
            "error": str(status.error or ""),
            "examined": bool(own and own.examination),
            "seconds": round(monotonic() - self._started, 2),
            "stall_ms": round(1000 * self._stall),
            "peak_mb": round(peak_bytes("self") / _MB, 1),
            "grew_mb": round(max(0, peak_bytes("self") - self._held) / _MB, 1),
        }
        self._bad = ""


def main(folders: Sequence[str]) -> int:
    """The exit code of the application."""
    application = make_application(["endstop"])
    window = open_window(application, default_settings())
    Visit(window, folders)
    code = QCoreApplication.exec()
    del application
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
