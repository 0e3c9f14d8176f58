"""A child starts as safely as it can, and leaves no trace in what other programs inherit."""

import os

import pytest

from endstop.processes import Child, answer_requests


def safe_path(_request):
    return os.environ.get("PYTHONSAFEPATH")


def serve(connection):
    answer_requests(connection, safe_path)


@pytest.mark.parametrize("before", [None, "", "1"])
def test_the_child_alone_leaves_the_working_directory_out(before, monkeypatch):
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    child = Child(serve, "asked")
    try:
        assert child.ask(None, lambda: None) == "1"
    finally:
        child.kill()
    assert os.environ.get("PYTHONSAFEPATH") == before
