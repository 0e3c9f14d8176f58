"""The renderer process: a child that opens and rasterises documents."""

import os
from functools import partial
from multiprocessing.connection import Connection

from endstop import processes
from endstop.documents.memory_guard import OUT_OF_MEMORY, guard_memory
from endstop.documents.requests import Answer, Request


class Child(processes.Child[Request, Answer]):
    """The parent's end of a renderer process, which may hold `memory` bytes."""

    def __init__(self, memory: int) -> None:
        super().__init__(partial(serve, memory), "endstop-renderer")


def serve(memory: int, connection: Connection) -> None:
    """The child's side: answer requests until the other end closes."""
    from endstop.documents.raster import Rasteriser  # PDFium stays out of the parent

    guard_memory(memory)
    rasteriser = Rasteriser()
    try:
        processes.answer_requests(connection, rasteriser.answer)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    rasteriser.close()
