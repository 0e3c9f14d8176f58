"""What the tests of the diagnostics panel share."""

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint

from endstop.assets import bundled_model
from endstop.gui.window.main_window import MainWindow

PATIENCE = 60_000


def copied_model(folder: Path) -> Path:
    """The bundled model where a test may change it."""
    return Path(shutil.copytree(bundled_model(), folder / "endstop-tiny"))


def examined(window: MainWindow) -> Callable[[], bool]:
    """Whether the shown model is examined, well or not."""

    def known() -> bool:
        shown = window.diagnostics.examiner.shown
        return shown is not None and (shown.examination is not None or shown.error is not None)

    return known


def codes(window: MainWindow) -> list[str]:
    """The codes of the listed findings."""
    return [row.finding.code for row in window.diagnostics.dock.findings.rows]


def on_the_dock(window: MainWindow) -> QPoint:
    """A place on the dock, for drops."""
    dock = window.diagnostics.dock
    return dock.mapTo(window, dock.rect().center())


def notices(window: MainWindow) -> list[str]:
    """The sentences in the strip, newest first."""
    return [notice.sentence for notice in window.notices.notices]
