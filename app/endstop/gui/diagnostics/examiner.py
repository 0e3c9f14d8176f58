"""Examines models off the window's thread, and fixes them: the loaded one, and a dropped one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from endstop.doctor.finding import Finding
from endstop.doctor.fixes.plan import FixPlan, plan
from endstop.doctor.fixes.undo import undo
from endstop.doctor.fixes.verify import Outcome, fix_and_verify
from endstop.doctor.models_in import models_in
from endstop.doctor.probe import ProbeReport
from endstop.errors import EndstopError
from endstop.gui.diagnostics.examination import Examination, examine, probed
from endstop.gui.diagnostics.examined_model import ExaminedModel
from endstop.gui.workers.operations import Operations

_THREADS = 2
_CHANGE_PATIENCE_S = 30.0  # a fix that runs is finished before the window ends


class Examiner(QObject):
    """Follows two models: `own` is the window's, `guest` one that is only looked at.

    Each examination has a number; the result of any but the latest one of a model is dropped.
    Changes to files run one at a time. `changed()`: a model was replaced, or more is known about
    it. `fixed(path, outcome)` and `undone(path, files)` follow a change, `refused(path, error)` one
    that could not be made.
    """

    changed = Signal()
    fixed = Signal(object, object)
    undone = Signal(object, object)
    refused = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._examinations = Operations(_THREADS, self)
        self._changes = Operations(1, self)
        self._numbers = count(1)
        self._latest: dict[Path, int] = {}
        self._looked_at = 0
        self._unsettled: set[int] = set()
        self.own: ExaminedModel | None = None
        self.guest: ExaminedModel | None = None
        self.siblings: tuple[Path, ...] = ()

    @property
    def shown(self) -> ExaminedModel | None:
        """The model that the panel is about."""
        return self.guest or self.own

    @property
    def changing(self) -> bool:
        """Whether a fix or an undo runs, or its files have not been examined anew yet."""
        return bool(self._unsettled)

    def follow(self, location: str) -> None:
        """Examine the window's model, unless it is the one that is known; "" for none."""
        path = None if not location or "://" in location else Path(location)
        if (self.own.path if self.own else None) == path:
            return
        self.own = None if path is None else ExaminedModel(path)
        self.dismiss_guest()
        if path is not None:
            self._examine(path)

    def look_at(self, dropped: Path) -> None:
        """Examine a dropped model; of a folder of models the first, the others can be chosen."""
        number = self._looked_at = next(self._numbers)

        def done(found: tuple[Path, ...] | EndstopError) -> None:
            if number != self._looked_at:
                return
            if isinstance(found, EndstopError):
                self.refused.emit(dropped, found)
            else:
                self.siblings = found
                self.choose_guest(found[0])

        self._examinations.start(lambda: models_in(dropped), done)

    def choose_guest(self, path: Path) -> None:
        """Examine one of the models that were dropped; the window's own is no guest if alone."""
        alone = len(self.siblings) < 2
        own = alone and self.own is not None and _same(path, self.own.path)
        self.guest = None if own else ExaminedModel(path)
        self.changed.emit()
        self._examine(self.own.path if own and self.own else path)

    def dismiss_guest(self) -> None:
        """Show the window's own model again."""
        self._looked_at = 0
        self.guest, self.siblings = None, ()
        self.changed.emit()

    def examine_again(self) -> None:
        """Look at the shown model's files anew."""
        if self.shown is not None:
            path = self.shown.path
            self._set(ExaminedModel(path))
            self._examine(path)

    def replan(
        self,
        examination: Examination,
        findings: Sequence[Finding],
        done: Callable[[FixPlan | EndstopError], None],
    ) -> None:
        """Plan the fix of these findings alone."""
        self._examinations.start(lambda: plan(examination.diagnosis, findings), done)

    def fix(self, made: FixPlan) -> None:
        """Change the files as planned and look again."""
        path = made.diagnosis.path

        def done(end: Outcome | EndstopError) -> None:
            if self._settle(path, number, end):
                self.fixed.emit(path, end)

        number = self._begin_change()
        self._changes.start(lambda: fix_and_verify(made), done)

    def undo(self, path: Path, *, force: bool = False) -> None:
        """Take the last fix of a model back and look again."""

        def done(end: tuple[str, ...] | EndstopError) -> None:
            if self._settle(path, number, end):
                self.undone.emit(path, end)

        number = self._begin_change()
        self._changes.start(lambda: undo(path, force=force), done)

    def take_probe(self, path: Path, report: ProbeReport) -> None:
        """Add what the probe showed of a model."""
        for model in (self.own, self.guest):
            if model is not None and model.path == path and model.examination is not None:
                self._set(replace(model, examination=probed(model.examination, report)))

    def shut_down(self) -> None:
        """Stop everything, after a fix or an undo that is under way has finished."""
        self._changes.shut_down(_CHANGE_PATIENCE_S)
        self._examinations.shut_down()

    def _examine(self, path: Path, change: int = 0) -> None:
        """Examine a model; with that, the change of this number is settled."""
        number = self._latest[path] = next(self._numbers)

        def done(end: Examination | EndstopError) -> None:
            self._unsettled.discard(change)
            if self._latest.get(path) != number:
                self.changed.emit()
            elif isinstance(end, EndstopError):
                self._set(ExaminedModel(path, error=end))
            else:
                self._set(ExaminedModel(path, end))

        self._examinations.start(lambda: examine(path), done)

    def _begin_change(self) -> int:
        number = next(self._numbers)
        self._unsettled.add(number)
        self.changed.emit()
        return number

    def _settle(self, path: Path, number: int, end: object) -> bool:
        """Examine the files after a change; whether the change was made."""
        if isinstance(end, EndstopError):
            self._unsettled.discard(number)
            self.changed.emit()
            self.refused.emit(path, end)
            return False
        self._examine(path, number)
        return True

    def _set(self, model: ExaminedModel) -> None:
        """Take what is newly known, unless the window has gone on to other models."""
        if self.guest is not None and self.guest.path == model.path:
            self.guest = model
        if self.own is not None and self.own.path == model.path:
            self.own = model
        self.changed.emit()


def _same(one: Path, other: Path) -> bool:
    return one == other or one.resolve() == other.resolve()
