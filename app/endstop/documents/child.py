"""The renderer process: a child that opens and rasterises documents."""

from multiprocessing.connection import Connection

from endstop import processes
from endstop.documents.requests import Answer, Request


class Child(processes.Child[Request, Answer]):
    """The parent's end of a renderer process."""

    def __init__(self) -> None:
        super().__init__(serve, "endstop-renderer")


def serve(connection: Connection) -> None:
    """The child's side: answer requests until the other end closes."""
    from endstop.documents.raster import Rasteriser  # PDFium stays out of the parent

    rasteriser = Rasteriser()
    processes.answer_requests(connection, rasteriser.answer)
    rasteriser.close()
