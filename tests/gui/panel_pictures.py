"""Pictures of the diagnostics panel in each state; `screenshots` calls this."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from endstop.assets import bundled_model
from endstop.gui.diagnostics.diagnostics_dock import PanelTab
from endstop.gui.widgets.theme import ThemeChoice
from endstop.gui.window.main_window import MainWindow
from tests.support.file_fixtures import FILE_FIXTURES
from tests.support.weight_fixtures import WEIGHT_FIXTURES

if TYPE_CHECKING:
    from tests.gui.screenshots import Photographer


def take_panel(photographer: "Photographer", scratch: Path) -> None:
    """Findings, an open one, fix, mended, probe; a model that is only looked at; dark and small."""
    model = shutil.copytree(bundled_model(), scratch / "endstop-tiny")
    window = photographer.window(model=model)
    window.start()
    photographer.wait(lambda: window.session.status.model is not None)
    photographer.wait(lambda: _examined(window))
    _findings(photographer, window)
    _probe(photographer, window)
    _fix(photographer, window)
    _guests(photographer, window, scratch)
    window.close()


def _examined(window: MainWindow) -> bool:
    shown = window.diagnostics.examiner.shown
    return shown is not None and (shown.examination is not None or shown.error is not None)


def _findings(photographer: "Photographer", window: MainWindow) -> None:
    dock = window.diagnostics.dock
    photographer.save(window, "panel")
    photographer.save_small(window, "panel-small")
    dock.findings.rows[0].head.click()
    photographer.save(window, "panel-open")
    photographer.save_small(window, "panel-open-small")
    dock.findings.rows[0].head.click()
    dock.tabs.setCurrentIndex(PanelTab.STOP_TOKENS)
    dock.matrix.view.setCurrentIndex(dock.matrix.table.index(0, 0))
    photographer.save(window, "panel-stop-tokens")
    dock.matrix.view.clearSelection()
    dock.matrix.why.hide()


def _probe(photographer: "Photographer", window: MainWindow) -> None:
    dock, probe = window.diagnostics.dock, window.diagnostics.probe
    window.diagnostics.actions.probe.trigger()
    photographer.wait(lambda: probe.progress is not None and len(probe.progress.answers[1]) > 5)
    photographer.save(window, "panel-probing")
    photographer.wait(lambda: not probe.active)
    photographer.save(window, "panel-probed")
    photographer.save_small(window, "panel-probed-small")
    photographer.theme.choose(ThemeChoice.DARK)
    photographer.save(window, "panel-probed-dark")
    dock.tabs.setCurrentIndex(PanelTab.FINDINGS)
    photographer.save(window, "panel-dark")
    photographer.theme.choose(ThemeChoice.LIGHT)


def _fix(photographer: "Photographer", window: MainWindow) -> None:
    window.diagnostics.actions.fix.trigger()
    dialog = window.diagnostics.fixing.dialog
    assert dialog is not None
    photographer.save_widget(dialog, "panel-fix")
    photographer.theme.choose(ThemeChoice.DARK)
    photographer.save_widget(dialog, "panel-fix-dark")
    photographer.theme.choose(ThemeChoice.LIGHT)
    dialog.apply.click()
    photographer.wait(lambda: bool(window.notices.notices))
    photographer.wait(lambda: window.session.status.model is not None)
    photographer.wait(lambda: _examined(window))
    photographer.save(window, "panel-mended")
    window.notices.dismiss_all()


def _guests(photographer: "Photographer", window: MainWindow, scratch: Path) -> None:
    models = scratch / "models"
    FILE_FIXTURES["EOS001"][0](models / "Chat-7B")
    WEIGHT_FIXTURES["EOS030"][0](models / "Frozen-LoRA-1.5B-bf16")
    (models / "broken").mkdir()
    (models / "broken" / "config.json").write_text(json.dumps([1]))
    examiner = window.diagnostics.examiner
    examiner.look_at(models)
    photographer.wait(lambda: bool(examiner.siblings))
    for path in examiner.siblings:
        examiner.choose_guest(path)
        photographer.wait(lambda: _examined(window))
        photographer.save(window, f"panel-guest-{path.name}")
    photographer.save_small(window, "panel-guest-small")
