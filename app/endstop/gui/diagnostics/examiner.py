"""Examines models off the window's thread: the loaded one, and one that was dropped."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from endstop.doctor.finding import Finding
from endstop.doctor.fix_plan import FixPlan, plan
from endstop.doctor.fix_undo import undo
from endstop.doctor.fix_verify import Outcome, fix_and_verify
from endstop.doctor.models_in import models_in
from endstop.doctor.probe import ProbeReport
from endstop.errors import EndstopError, ModelError
from endstop.gui.diagnostics.examination import Examination, examine, probed
from endstop.gui.diagnostics.patient import Patient
from endstop.gui.workers.background import Background
from endstop.translation import _

_log = logging.getLogger(__name__)
_THREADS = 2


class Examiner(QObject):
    """Follows two models: `own` is the window's, `guest` one that is only looked at.

    `changed()`: either is another or is known better. `mended(path, outcome)` and
    `undone(path, files)`: files were changed. `refused(path, error)`: they could not be.
    """

    changed = Signal()
    mended = Signal(object, object)
    undone = Signal(object, object)
    refused = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = Background(_THREADS, self)
        self.own: Patient | None = None
        self.guest: Patient | None = None
        self.siblings: tuple[Path, ...] = ()

    @property
    def shown(self) -> Patient | None:
        """The model that the panel is about."""
        return self.guest or self.own

    def follow(self, location: str) -> None:
        """Examine the window's model, unless it is the one that is known; "" for none."""
        path = None if not location or "://" in location else Path(location)
        if (self.own.path if self.own else None) == path:
            return
        self.own = None if path is None else Patient(path)
        self.dismiss_guest()
        if path is not None:
            self._examine(path)

    def look_at(self, dropped: Path) -> None:
        """Examine a dropped model; of a folder of models the first, the others can be chosen."""
        self._pool.submit(lambda: models_in(dropped), lambda found: self._found(dropped, found))

    def choose_guest(self, path: Path) -> None:
        """Examine one of the models that were dropped; the window's own is no guest if alone."""
        alone = len(self.siblings) < 2
        own = alone and self.own is not None and _same(path, self.own.path)
        self.guest = None if own else Patient(path)
        self.changed.emit()
        self._examine(self.own.path if own and self.own else path)

    def dismiss_guest(self) -> None:
        """Show the window's own model again."""
        self.guest, self.siblings = None, ()
        self.changed.emit()

    def examine_again(self) -> None:
        """Look at the shown model's files anew."""
        if self.shown is not None:
            path = self.shown.path
            self._set(Patient(path))
            self._examine(path)

    def replan(
        self,
        examination: Examination,
        findings: Sequence[Finding],
        then: Callable[[FixPlan | EndstopError], None],
    ) -> None:
        """Plan the fix of these findings alone."""
        self._pool.submit(lambda: plan(examination.diagnosis, findings), then)

    def fix(self, made: FixPlan) -> None:
        """Change the files as planned and look again."""
        path = made.diagnosis.path
        self._pool.submit(lambda: fix_and_verify(made), lambda end: self._fixed(path, end))

    def undo(self, path: Path, *, force: bool = False) -> None:
        """Take the last fix of a model back and look again."""
        self._pool.submit(lambda: undo(path, force=force), lambda end: self._undone(path, end))

    def take_probe(self, path: Path, report: ProbeReport) -> None:
        """Add what the probe showed of a model."""
        for patient in (self.own, self.guest):
            if patient is not None and patient.path == path and patient.examination is not None:
                self._set(replace(patient, examination=probed(patient.examination, report)))

    def shut_down(self) -> None:
        """Let nothing more happen; returns when what runs has ended."""
        self._pool.shut_down()

    def _examine(self, path: Path) -> None:
        self._pool.submit(lambda: _examination(path), lambda end: self._examined(path, end))

    def _examined(self, path: Path, end: Examination | EndstopError) -> None:
        if isinstance(end, EndstopError):
            self._set(Patient(path, error=end))
        else:
            self._set(Patient(path, end))

    def _found(self, dropped: Path, found: tuple[Path, ...] | EndstopError) -> None:
        if isinstance(found, EndstopError):
            self.refused.emit(dropped, found)
            return
        self.siblings = found
        self.choose_guest(found[0])

    def _fixed(self, path: Path, end: Outcome | EndstopError) -> None:
        if isinstance(end, EndstopError):
            self.refused.emit(path, end)
            return
        self._examine(path)
        self.mended.emit(path, end)

    def _undone(self, path: Path, end: tuple[str, ...] | EndstopError) -> None:
        if isinstance(end, EndstopError):
            self.refused.emit(path, end)
            return
        self._examine(path)
        self.undone.emit(path, end)

    def _set(self, patient: Patient) -> None:
        """Take what is newly known, unless the window has gone on to other models."""
        if self.guest is not None and self.guest.path == patient.path:
            self.guest = patient
        if self.own is not None and self.own.path == patient.path:
            self.own = patient
        self.changed.emit()


def _examination(path: Path) -> Examination:
    """The examination; a fault that nobody foresaw is told like any other error."""
    try:
        return examine(path)
    except EndstopError:
        raise
    except Exception as error:
        _log.exception("The examination failed")
        raise ModelError(
            _("{name} could not be examined: {reason}.").format(name=path.name, reason=error),
            _("Please report it."),
        ) from error


def _same(one: Path, other: Path) -> bool:
    return one == other or one.resolve() == other.resolve()
