"""What strangers wrote does not steer a terminal; files and programs get it as it is."""

import json
import os
import sys

import pytest

from endstop.cli.narrator import Narrator
from endstop.cli.progress import FaultsAlone, TerminalProgress, say
from endstop.cli.terminal import print_line, print_result
from endstop.errors import DocumentError
from endstop.export.forms import to_json
from endstop.extraction.events import Completed, Failed, TokensArrived
from endstop.results.result import Problem
from tests.support.results import extraction

HOSTILE = "a\x1b[31m\r\nb\u202efdp\x9b\u2028c"
HARMLESS = "a\\x1b[31m\\r\\nb\\u202efdp\\x9b\\u2028c"


TERMINAL_OR_PIPE = pytest.mark.parametrize("live", [True, False], ids=["terminal", "pipe"])


def pose(monkeypatch, live: bool) -> None:
    """Let the streams pass for a terminal's, or not."""
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: live)


@TERMINAL_OR_PIPE
def test_a_message_is_one_line_whatever_it_quotes(capsys, monkeypatch, live):
    pose(monkeypatch, live)
    say(f"x: {HOSTILE}")
    assert capsys.readouterr().err == f"x: {HARMLESS}\n"


@TERMINAL_OR_PIPE
@pytest.mark.parametrize("progress", [TerminalProgress, FaultsAlone])
def test_names_problems_and_errors_are_harmless(capsys, monkeypatch, live, progress):
    pose(monkeypatch, live)
    narrator = Narrator(progress(), 2)
    path = extraction(f"/in/{HOSTILE}.pdf", 1).path
    narrator.begin(path)
    narrator.happened(TokensArrived(()))
    narrator.happened(Completed(extraction(path, 1, Problem("/x", HOSTILE))))
    narrator.begin(path)
    narrator.happened(Failed(DocumentError(HOSTILE)))
    said = capsys.readouterr().err.replace("\r", "").removesuffix("\n")
    assert all(letter.isprintable() or letter == "\n" for letter in said)
    assert said.count(HARMLESS) >= 4


@TERMINAL_OR_PIPE
def test_names_on_standard_output_are_bytes_in_a_pipe_and_harmless_in_a_terminal(
    capsysbinary, monkeypatch, live
):
    pose(monkeypatch, live)
    print_line(os.fsdecode(b"/out\x1b/caf\xe9"))
    shown = b"/out\\x1b/caf\\udce9\n" if live else b"/out\x1b/caf\xe9\n"
    assert capsysbinary.readouterr().out == shown


@TERMINAL_OR_PIPE
def test_json_stays_the_same_json_in_a_terminal(capsys, monkeypatch, live):
    pose(monkeypatch, live)
    value = {"x": HOSTILE + "\ud800\U000e0001", "y": "é\u3000\U0001f600"}
    print_result(to_json(value))
    shown = capsys.readouterr().out
    assert json.loads(shown) == value
    assert "é\u3000\U0001f600" in shown
    assert ("\u202e" in shown) is not live


def test_quiet_says_what_is_wrong_in_a_line_a_document(capsys):
    narrator = Narrator(FaultsAlone(), 3)
    problems = [Problem(f"/{number}", "wrong") for number in range(5)]
    results = [extraction("a.pdf", 1), extraction("b.pdf", 1, *problems)]
    for result in results:
        narrator.begin(result.path)
        narrator.happened(Completed(result))
    narrator.begin(results[0].path)
    narrator.happened(Failed(DocumentError("Broken.")))
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("b.pdf: incomplete. ")
    assert first.endswith("/0: wrong; /1: wrong; /2: wrong (and 2 more)")
    assert second == "a.pdf: Broken."
