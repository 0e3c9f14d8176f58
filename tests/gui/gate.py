"""Holds a scripted answer at an exact token."""

import threading

PATIENCE_S = 60


class Gate:
    """Called before each token; holds `document` (counted from 0) at `token` until it opens."""

    def __init__(self, document: int, token: int) -> None:
        self._held = document, token
        self._document = -1
        self._opened = threading.Event()
        self.reached = threading.Event()

    def open(self) -> None:
        """Let the answer go on."""
        self._opened.set()

    def __call__(self, token: int) -> None:
        if token == 0:
            self._document += 1
        if (self._document, token) == self._held:
            self.reached.set()
            assert self._opened.wait(PATIENCE_S)
