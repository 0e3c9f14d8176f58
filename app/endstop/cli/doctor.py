"""`endstop doctor`: will these models stop, where not, why not; and the fixing of it."""

import argparse
import glob
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from endstop.cli.doctor_fix import Hands, fix, take_back
from endstop.cli.exit_code import ExitCode
from endstop.cli.progress import say
from endstop.doctor.diagnose import Diagnosis, diagnose
from endstop.doctor.fixes.plan import folder_of
from endstop.doctor.journal.leftovers import sweep_if_idle
from endstop.doctor.models_in import models_in
from endstop.doctor.reports.gate import passes
from endstop.doctor.reports.json import to_plain
from endstop.doctor.reports.layout import harmless
from endstop.doctor.reports.text import to_text
from endstop.doctor.runtimes.runtime import Runtime, RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from endstop.errors import FixError, ModelError, UsageError
from endstop.translation import _

_WIDEST = 100  # columns; longer lines are hard to read


def run(options: argparse.Namespace) -> int:
    """Examine, fix or restore every model; the exit code is that of the worst."""
    if options.yes and not (options.fix or options.undo):
        raise UsageError(_("--yes goes with --fix or --undo."))
    if options.json and options.undo:
        raise UsageError(_("--undo prints no report."), _("Leave out --json."))
    if isinstance(sys.stdout, TextIOWrapper):  # tokens have letters that not every locale has
        sys.stdout.reconfigure(errors="backslashreplace")
    show = say if options.json else print
    hands = Hands(yes=options.yes, show=show, coloured=_coloured() and not options.json)
    if options.fix and not hands.can_ask:
        raise UsageError(_("--fix asks before it writes, and nobody can answer."), _("Add --yes."))
    worst = ExitCode.DONE
    reports: list[Diagnosis] = []
    for model in _models(options.paths):
        try:
            if isinstance(model, ModelError):
                raise model
            if options.undo:
                take_back(model, hands)
                continue
            reports.append(_examine(model, options, hands))
            if options.fix:
                reports[-1] = fix(reports[-1], hands)
        except ModelError as error:
            say(_("endstop: {error}").format(error=harmless(str(error))))
            worst = ExitCode.USAGE
        except FixError as error:
            say(_("endstop: {error}").format(error=harmless(str(error))))
            worst = max(worst, ExitCode.FAILED)
    if options.json:
        print(json.dumps([to_plain(report) for report in reports], indent=2))
    named = options.runtime is not None
    return max(worst, ExitCode(not all(passes(report, named=named) for report in reports)))


def _examine(model: Path, options: argparse.Namespace, hands: Hands) -> Diagnosis:
    """Diagnose a model and, unless JSON is wanted, print what was found."""
    sweep_if_idle(folder_of(model))
    diagnosis = diagnose(model, _runtimes(options.runtime))
    if options.probe:
        from endstop.cli.doctor_probe import probed

        diagnosis = probed(diagnosis, say)
    if not options.json:
        columns = shutil.get_terminal_size((_WIDEST, 24)).columns
        print(to_text(diagnosis, min(columns, _WIDEST), coloured=hands.coloured), flush=True)
    return diagnosis


def _models(texts: Iterable[str]) -> Iterator[Path | ModelError]:
    """Every model that the arguments mean, each once; an error where one means none."""
    seen: set[Path] = set()
    for path in (path for text in texts for path in _expanded(text)):
        try:
            models = models_in(path)
        except ModelError as error:
            yield error
            continue
        for model in models:
            if model.resolve() not in seen:
                seen.add(model.resolve())
                yield model


def _expanded(text: str) -> list[Path]:
    """The paths of a pattern that the shell left to us; a path that exists is no pattern."""
    path = Path(text)
    with suppress(OSError):  # a name that no disk can hold
        if not path.exists() and glob.has_magic(text):
            found = sorted(glob.glob(text, recursive=True))  # noqa: PTH207 - may be absolute
            return [Path(name) for name in found] or [path]
    return [path]


def _runtimes(name: str | None) -> tuple[Runtime, ...] | None:
    """The runtimes that count; None for all."""
    return None if name is None else tuple(r for r in RUNTIMES if r.name == RuntimeName(name))


def _coloured() -> bool:
    """Whether standard output is a terminal whose user wants colours (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
