"""Ten thousand files dropped on one window in a process of its own; prints what was measured.

`FOLDER COUNT` makes three folders of COUNT documents each in FOLDER and prints a JSON object: for
each step the seconds until it was done and the seconds that all threads of the process computed
in them, the milliseconds of the longest stall of the event loop, and the most that the window's
own thread computed in one go. `FOLDER COUNT extract` queues all documents too.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from PySide6.QtCore import QEventLoop, QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.benchmarks.windows import PATIENCE_MS, Beats

LOOKED_AT_MS = 5


class Steps:
    """What is done to the window, one step after the other."""

    def __init__(self, window: Any) -> None:
        self.measured: dict[str, dict[str, float]] = {}
        self._window = window
        self._documents = window.documents.list

    def drop(self, name: str, paths: list[Path], rows: int) -> None:
        """Drop files; until the rows are there, all are recognised, and all are opened."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        self._until(f"{name}_rows", lambda: _drop(self._window, mime), self._has(rows))
        self.wait(f"{name}_recognised", self._all(lambda entry: entry.source))
        self.wait(f"{name}_opened", self._all(lambda entry: entry.document))

    def drop_again(self, name: str, paths: list[Path]) -> None:
        """Drop what is in the list already, until the window says so."""
        strip, importer = self._window.notices, self._window.documents.importer
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])

        def told() -> bool:
            return any("already" in notice.sentence for notice in strip.notices)

        self._until(name, lambda: _drop(self._window, mime), lambda: told() and not importer.busy)

    def remove_all(self, name: str) -> None:
        """Select all rows and remove them."""
        room = self._window.documents
        count = len(self._documents)
        self._until(
            f"{name}_select",
            room.actions.select_all.trigger,
            lambda: len(room.panel.selected) == count and room.actions.remove.isEnabled(),
        )
        self._until(name, room.actions.remove.trigger, self._has(0))

    def undo(self, name: str, rows: int) -> None:
        """Take the removal back as the notice offers it."""
        notices = self._window.notices.notices
        action = next(notice.action for notice in notices if notice.action is not None)
        self._until(name, action, self._has(rows))

    def wait(self, name: str, done: Callable[[], bool]) -> None:
        """Let what was begun go on until it is done."""
        self._until(name, _nothing, done)

    def _has(self, rows: int) -> Callable[[], bool]:
        return lambda: len(self._documents) == rows

    def _all(self, reached: Callable[[Any], object]) -> Callable[[], bool]:
        """Whether all entries reached a point; each is looked at until it did, not again."""
        left = list(self._documents)

        def condition() -> bool:
            while left and reached(left[-1]):
                left.pop()
            return not left

        return condition

    def _until(self, name: str, act: Callable[[], None], done: Callable[[], bool]) -> None:
        """Act inside of the event loop, and run it until `done` and for a moment longer."""
        loop, timer, beats = QEventLoop(), QTimer(), Beats()
        begun = seconds = work = 0.0

        def begin() -> None:
            nonlocal begun, work
            begun, work = perf_counter(), process_time()
            act()
            timer.start(LOOKED_AT_MS)

        def look() -> None:
            nonlocal seconds, work
            if done():
                if not seconds:
                    seconds, work = perf_counter() - begun, process_time() - work
                if perf_counter() - begun > seconds + 0.1:
                    loop.quit()

        timer.timeout.connect(look)
        QTimer.singleShot(PATIENCE_MS, loop.quit)
        QTimer.singleShot(20, begin)
        loop.exec()
        assert done(), name
        late = beats.stop()
        self.measured[name] = {
            "seconds": seconds,
            "work": work,
            "stall_ms": 1000 * max(late),
            "busy_ms": 1000 * beats.busiest,
        }


def _nothing() -> None:
    """What was begun goes on."""


def _drop(window: Any, mime: QMimeData) -> None:
    at, action = window.rect().center(), Qt.DropAction.CopyAction
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(at, action, mime, button, key))
    QApplication.sendEvent(window, QDropEvent(QPointF(at), action, mime, button, key))


def make_folder(folder: Path, count: int) -> Path:
    """`count` documents, PDFs and images in turn."""
    from endstop.assets import resource

    samples = [each for each in sorted(resource("samples").iterdir()) if each.suffix != ".json"]
    folder.mkdir()
    originals: list[Path] = []
    for number in range(count):
        sample = samples[number % len(samples)]
        path = folder / f"scan {number}{sample.suffix}"
        if number < len(samples):
            path.write_bytes(sample.read_bytes())
            originals.append(path)
        else:
            path.hardlink_to(originals[number % len(samples)])
    return folder


def main(folder: str, count: str, extract: str = "") -> None:
    """Measure the steps and print them."""
    from endstop.gui.settings.settings import default_settings
    from endstop.gui.window.application import make_application, open_window
    from endstop.gui.workers.model_session import ModelState

    many = int(count)
    first, second, third = (make_folder(Path(folder, name), many) for name in "abc")
    application = make_application(["endstop"])
    settings = default_settings()
    settings.extract_on_drop = False
    window = open_window(application, settings)
    steps = Steps(window)
    session = window.session
    steps.wait("load", lambda: session.status.state is ModelState.READY)
    if extract:
        settings.extract_on_drop = True
        window.documents.queue.hold(True)
    steps.drop("first", [first], many)
    steps.drop("second", [second], 2 * many)
    steps.drop_again("again", [first])
    steps.remove_all("remove")
    steps.undo("undo", 2 * many)
    steps.remove_all("remove_again")
    files = sorted(third.iterdir())
    steps.drop("listed", files, many)
    steps.drop_again("listed_again", files)
    steps.remove_all("remove_listed")
    window.shut_down()
    del steps.measured["load"]
    print(json.dumps(steps.measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
