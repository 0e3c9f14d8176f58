"""One window in a process of its own; prints what was measured as JSON.

`bare` and `endstop` print the moment of the first paint, a `time.monotonic`. `stalls PDF` prints
how late the beats of a timer in the event loop came, in seconds: while the model is loaded, while
nothing happens, while the bundled model reads the samples, and while the PDF is opened.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

BEAT_MS = 2
IDLE_S = 3
PATIENCE_MS = 180_000


class FirstPaint(QObject):
    """Quits the application when the window has been painted."""

    @override
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            QTimer.singleShot(0, QApplication.quit)
        return False


def bare() -> float:
    """When an empty QMainWindow was painted."""
    application = QApplication(["bare"])
    window = QMainWindow()
    window.resize(1280, 820)
    first = FirstPaint()
    window.installEventFilter(first)
    window.show()
    application.exec()
    return time.monotonic()


def endstop() -> float:
    """When Endstop's window was painted."""
    from endstop.gui.settings.settings import default_settings
    from endstop.gui.window.application import make_application, open_window

    application = make_application(["endstop"])
    window = open_window(application, default_settings())
    first = FirstPaint()
    window.installEventFilter(first)
    application.exec()
    painted = time.monotonic()
    window.shut_down()
    return painted


class Beats:
    """A timer in the event loop; `late` are the seconds that each due beat came too late.

    A loop that stalls swallows beats; the swallowed ones count with the delay that they would
    have had, or a long stall would be one sample among thousands of short ones. `busiest` is the
    most seconds that the thread itself computed between two beats, whatever else the machine did.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.busiest = 0.0
        self._last, self._used = perf_counter(), thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def stop(self) -> list[float]:
        """End it; the delays so far, in seconds."""
        self._timer.stop()
        return self.late

    def _beat(self) -> None:
        now, used, step = perf_counter(), thread_time(), BEAT_MS / 1000
        self.busiest = max(self.busiest, used - self._used)
        late = now - self._last - step
        self._last, self._used = now, used
        self.late.append(max(0.0, late))
        while (late := late - step) > 0:
            self.late.append(late)


def stalls(pdf: Path) -> dict[str, list[float]]:
    """The delays of the beats, by what went on."""
    from endstop.assets import resource
    from endstop.gui.result.result_panel import ResultTab
    from endstop.gui.settings.settings import default_settings
    from endstop.gui.window.application import make_application, open_window
    from endstop.gui.workers.model_session import ModelState

    application = make_application(["endstop"])
    settings = default_settings()
    window = open_window(application, settings)
    queue = window.documents.queue
    window.result.panel.tabs.setCurrentIndex(ResultTab.TOKENS)
    late = {"loading": _beats_until(lambda: window.session.status.state is ModelState.READY)}
    window.documents.take(sorted(resource("samples").glob("*.pdf")))
    _beats_until(lambda: queue.running is not None)
    late["generating"] = _beats_until(lambda: queue.running is None)
    late["idle"] = _beats_until(_after(IDLE_S))
    settings.extract_on_drop = False
    opened = len(window.documents.list) + 1
    window.documents.take([pdf])
    begun = _after(IDLE_S)
    late["opening"] = _beats_until(lambda: begun() and len(window.documents.list) == opened)
    window.shut_down()
    return late


def _after(seconds: float) -> Callable[[], bool]:
    due = perf_counter() + seconds
    return lambda: perf_counter() >= due


def _beats_until(condition: Callable[[], bool]) -> list[float]:
    """Run the event loop until the condition holds, looked at ten times a second."""
    loop, timer, beats = QEventLoop(), QTimer(), Beats()
    timer.timeout.connect(lambda: loop.quit() if condition() else None)
    timer.start(100)
    QTimer.singleShot(PATIENCE_MS, loop.quit)
    loop.exec()
    assert condition()
    return beats.stop()


def main(what: str, *paths: str) -> None:
    """Measure `what` and print it."""
    measured = {"bare": bare, "endstop": endstop, "stalls": stalls}[what]
    print(json.dumps(measured(*map(Path, paths))))


if __name__ == "__main__":
    main(*sys.argv[1:])
