"""The renderer process: a child that opens and rasterises documents.

Pixels come back through memory that both processes share: a page is some forty times what the
pipe holds, and each time that it is full both sides would have to wait for each other.
"""

import os
from collections.abc import Callable
from ctypes import c_ubyte
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING

from endstop import processes
from endstop.documents.memory_guard import OUT_OF_MEMORY, guard_memory
from endstop.documents.requests import Answer, Request
from endstop.documents.source import PageImage

if TYPE_CHECKING:
    from ctypes import Array

# Larger than a page of lift's; a page that is larger still comes through the pipe.
_SHARED_BYTES = 5 << 20


class Child(processes.Child[Request, Answer]):
    """The parent's end of a renderer process, which may hold `memory` bytes."""

    def __init__(self, memory: int) -> None:
        shared = RawArray(c_ubyte, _SHARED_BYTES)
        self._pixels = memoryview(shared).cast("B")
        super().__init__(partial(serve, memory, shared), "endstop-renderer")

    def ask(self, request: Request, check: Callable[[], None]) -> Answer:
        """The answer to `request`, see `processes.Child`."""
        answer = super().ask(request, check)
        if isinstance(answer, PageImage) and not answer.rgb:
            rgb = bytes(self._pixels[: answer.width * answer.height * 3])
            return replace(answer, rgb=rgb)
        return answer


def serve(memory: int, shared: "Array[c_ubyte]", connection: Connection) -> None:
    """The child's side: answer requests until the other end closes."""
    from endstop.documents.raster import Rasteriser  # PDFium stays out of the parent

    guard_memory(memory)
    rasteriser = Rasteriser()
    pixels = memoryview(shared).cast("B")

    def answer(request: Request) -> Answer:
        answered = rasteriser.answer(request)
        if isinstance(answered, PageImage) and len(answered.rgb) <= len(pixels):
            pixels[: len(answered.rgb)] = answered.rgb
            return replace(answered, rgb=b"")
        return answered

    try:
        processes.answer_requests(connection, answer)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    rasteriser.close()
