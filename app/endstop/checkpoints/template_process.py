"""Render chat templates in a child process, for they are foreign code that may never end.

The child is bounded in time and memory, and killed when it goes beyond. Its memory is watched from
outside too: macOS bounds no address space. One child renders all templates of a model; it starts
in about 0.2 s.
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from endstop.checkpoints.chat_template import Rendering, render, render_prompt
from endstop.checkpoints.conversations import conversations_for
from endstop.errors import CancelledError
from endstop.processes import (
    Child,
    ChildDiedError,
    answer_requests,
    limit_memory,
    limit_processor,
)
from endstop.translation import _

LIMIT_S = 3.0  # for all templates of a model together, and for a prompt
_START_S = 30.0
_MEMORY = 192 << 20  # bytes beyond those of a child that has done nothing yet
_PROCESSOR_S = 10  # for a request, should the parent be gone

Cancelled = Callable[[], bool]
Renderings = tuple[Rendering, ...]
_Names = tuple[tuple[str, str], ...]


class LimitError(Exception):
    """A template went beyond its limits; the text says which, to follow "because"."""


@dataclass(frozen=True, slots=True)
class _Conversations:
    """The marked conversations, to be rendered; no template: is the child ready?"""

    template: str
    names: _Names


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A prompt to be rendered: the variables are what a runtime passes."""

    template: str
    variables: dict[str, Any]


class TemplateProcess:
    """A child that renders templates until it is closed; one that was ended is started anew.

    Not thread-safe. It starts when this is made, and the first request waits for it.
    """

    def __init__(self, name: str = "endstop-templates") -> None:
        self._name = name
        self._child: Child[_Conversations | _Prompt, Renderings] | None = None
        self._idle_bytes = 0
        self._start()

    def conversations(
        self, template: str, names: _Names, limit_s: float, cancelled: Cancelled
    ) -> Renderings:
        """The marked conversations by one template, see `ask` for errors."""
        self.wait_until_ready(cancelled)
        return self._ask(_Conversations(template, names), limit_s, cancelled)

    def prompt(self, template: str, variables: dict[str, Any], cancelled: Cancelled) -> Rendering:
        """A prompt by a template.

        Raises LimitError, CancelledError if `cancelled` says so; either ends the child.
        """
        self.wait_until_ready(cancelled)
        return self._ask(_Prompt(template, variables), LIMIT_S, cancelled)[0]

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _start(self) -> None:
        try:
            self._child = Child(_serve, self._name)
        except OSError as error:
            failed = _("no process to render it in can be started: {reason}")
            raise LimitError(failed.format(reason=error.strerror)) from error
        self._idle_bytes = 0

    def wait_until_ready(self, cancelled: Cancelled) -> None:
        """Return when the child has started."""
        if self._child is None:
            self._start()
        if not self._idle_bytes:
            self._ask(_Conversations("", ()), _START_S, cancelled)
            self._idle_bytes = self._child.held_bytes if self._child else 0

    def _ask(
        self, request: _Conversations | _Prompt, limit_s: float, cancelled: Cancelled
    ) -> Renderings:
        child = self._child
        if child is None:
            raise LimitError(_("the template makes the renderer crash"))
        most = self._idle_bytes + _MEMORY
        try:
            return child.ask(request, _check(child, limit_s, most, cancelled))
        except ChildDiedError as error:
            self.close()
            raise LimitError(_("the template makes the renderer crash")) from error
        except BaseException:
            self.close()
            raise


def render_templates(
    templates: tuple[str, ...],
    names: _Names,
    cancelled: Cancelled = lambda: False,
    limit_s: float = LIMIT_S,
) -> tuple[Renderings, ...]:
    """The conversations of `conversations_for`, rendered by each template.

    `names` are the special tokens by their variable. A template that does not end, crashes or
    fills the memory has renderings that are errors; so have those after it. Nothing is
    remembered here: a template that failed may only have met a busy machine. Raises CancelledError.
    """
    done: list[Renderings] = []
    try:
        with closing(TemplateProcess()) as process:
            process.wait_until_ready(cancelled)
            deadline = time.monotonic() + limit_s
            for template in templates:
                left = deadline - time.monotonic()
                done.append(process.conversations(template, names, left, cancelled))
    except LimitError as error:
        failure = Rendering("", str(error), beyond_limits=True)
        rest = templates[len(done) :]
        return (*done, *((failure,) * len(conversations_for(template)) for template in rest))
    return tuple(done)


def _check(
    child: Child[Any, Any], limit_s: float, most: int, cancelled: Cancelled
) -> Callable[[], None]:
    """What is looked at while the child works: Stop, the time, the memory that it holds."""
    deadline = time.monotonic() + limit_s

    def check() -> None:
        if cancelled():
            raise CancelledError
        if time.monotonic() > deadline:
            late = _("the template does not render within {limit:g} s")
            raise LimitError(late.format(limit=LIMIT_S))
        if child.held_bytes > most:
            large = _("the template takes more than {limit} MB of memory")
            raise LimitError(large.format(limit=_MEMORY >> 20))

    return check


def _serve(connection: Connection) -> None:
    """The child's side."""
    limit_memory(_MEMORY)
    answer_requests(connection, _answer)


def _answer(request: _Conversations | _Prompt) -> Renderings:
    limit_processor(_PROCESSOR_S)
    if isinstance(request, _Prompt):
        return (render_prompt(request.template, request.variables),)
    conversations = tuple(conversations_for(request.template).values())
    return render(request.template, dict(request.names), conversations)
