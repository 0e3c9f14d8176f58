"""Render chat templates in a child process, for they are foreign code that may never end.

The child is bounded in time, memory and processor time, and killed when its time is over. One
child renders all templates of a model; it starts in about 0.2 s.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection

from endstop.checkpoints.chat_template import Rendering, render
from endstop.checkpoints.conversations import conversations_for
from endstop.processes import Child, ChildDiedError, answer_requests, limit_self
from endstop.translation import _

LIMIT_S = 3.0  # for all templates of a model together
_START_S = 30.0
_MEMORY = 512 * 1024 * 1024  # bytes of address space
_PROCESSOR_S = 60
_REMEMBERED = 64  # models

Renderings = tuple[Rendering, ...]
_Names = tuple[tuple[str, str], ...]


class _LateError(Exception):
    """The time is over."""


@dataclass(frozen=True, slots=True)
class _Request:
    """A template to render; an empty one asks whether the child is ready."""

    template: str
    names: _Names


@lru_cache(maxsize=_REMEMBERED)
def render_templates(templates: tuple[str, ...], names: _Names) -> tuple[Renderings, ...]:
    """The conversations of `conversations_for`, rendered by each template.

    `names` are the special tokens by their variable. A template that does not end, crashes or
    fills the memory has renderings that are errors; so have those after it.
    """
    try:
        child: Child[_Request, Renderings] = Child(_serve, "endstop-templates")
    except OSError as error:
        failed = _("no process to render it in can be started: {reason}")
        return _failures(templates, failed.format(reason=error.strerror))
    try:
        return tuple(_render_in(child, templates, names))
    finally:
        child.kill()


def _render_in(
    child: Child[_Request, Renderings], templates: tuple[str, ...], names: _Names
) -> list[Renderings]:
    """The renderings of the templates, by a child that is of no use after the first failure."""
    done: list[Renderings] = []
    try:
        child.ask(_Request("", ()), _until(time.monotonic() + _START_S))
        check = _until(time.monotonic() + LIMIT_S)
        for template in templates:
            done.append(child.ask(_Request(template, names), check))  # noqa: PERF401 - keep those
    except _LateError:
        late = _("the template does not render within {limit:g} s").format(limit=LIMIT_S)
        done.extend(_failures(templates[len(done) :], late))
    except ChildDiedError:
        crashed = _("the template makes the renderer crash")
        done.extend(_failures(templates[len(done) :], crashed))
    return done


def _until(deadline: float) -> Callable[[], None]:
    """A check that raises after the deadline (monotonic seconds)."""

    def check() -> None:
        if time.monotonic() > deadline:
            raise _LateError

    return check


def _failures(templates: tuple[str, ...], error: str) -> tuple[Renderings, ...]:
    return tuple((Rendering(error=error),) * len(conversations_for(t)) for t in templates)


def _serve(connection: Connection) -> None:
    """The child's side."""
    limit_self(_MEMORY, _PROCESSOR_S)
    answer_requests(connection, _answer)


def _answer(request: _Request) -> Renderings:
    names = dict(request.names)
    return render(request.template, names, tuple(conversations_for(request.template).values()))
