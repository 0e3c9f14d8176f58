"""Signals end a process soon, tidily, and with the right exit code, whatever it does."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

HANG_S = 30
Start = Callable[[str], subprocess.Popen]

# Each says "ready" when it may be interrupted.
SWALLOWS = """
while True:
    try:
        print("ready", flush=True)
        threading.Event().wait(60)
    except BaseException:
        pass
"""
HEEDS_NOT = """
with heeded(grace_s=0.05):
    print("ready", flush=True)
    threading.Event().wait(60)
"""
HEEDS = """
with heeded(grace_s=60) as requested:
    print("ready", flush=True)
    while not requested():
        time.sleep(0.01)
    print("kept")
leave_if_requested()
"""
HEEDS_FOR_EVER = """
with heeded(lambda: print("asked", flush=True), grace_s=60):
    print("ready", flush=True)
    threading.Event().wait(60)
"""
LEAVES_SOMETHING = """
on_leaving(lambda: 1 / 0)
forget = on_leaving(lambda: os.write(kept, b"forgotten "))
on_leaving(lambda: os.write(kept, b"undone"))
forget()
print("printed, and not flushed")
print("ready", file=sys.stderr, flush=True)
threading.Event().wait(60)
"""
FILLS_THE_PIPE = """
print("ready", file=sys.stderr, flush=True)
while True:
    print("x" * 1000)
"""
WRITES = """
from pathlib import Path
from endstop.atomic import write_atomically
def synced(_file):
    print("ready", flush=True)
    threading.Event().wait(60)
os.fsync = synced
write_atomically(Path(sys.argv[1]) / "file.json", b"{}")
"""
PRELUDE = """
import os, sys, threading, time
from endstop.interruption import heeded, leave_if_requested, on_leaving, watch
kept = os.dup(1)
watch()
"""


@pytest.fixture
def start(tmp_path) -> Iterator[Start]:
    """Runs a script as a process that is watched."""
    started: list[subprocess.Popen] = []

    def run(script: str, **options) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PRELUDE + script, str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen) -> tuple[int, str, str]:
    """The exit code and what was said after "ready"."""
    out, errors = process.communicate(timeout=HANG_S)
    return process.returncode, out, errors


@pytest.mark.parametrize("script", [SWALLOWS, HEEDS_NOT], ids=["swallows", "heeds not"])
def test_one_interrupt_ends_what_does_not_hear_it(start, script):
    process = start(script)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "", "")


def test_what_heeds_an_interrupt_keeps_what_it_has(start):
    process = start(HEEDS)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "kept\n", "")


def test_a_second_interrupt_does_not_wait(start):
    process = start(HEEDS_FOR_EVER)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("script", [SWALLOWS, HEEDS_FOR_EVER], ids=["swallows", "heeds"])
def test_other_signals_end_it_at_once(start, script, number):
    process = start(script)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert ended(process) == (128 + number, "", "")


def test_leaving_keeps_what_is_printed_and_undoes_what_is_begun(start):
    process = start(LEAVES_SOMETHING)
    assert process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (143, "printed, and not flushed\nundone", "")


def test_a_pipe_that_nobody_reads_does_not_keep_it(start):
    process = start(FILLS_THE_PIPE)
    assert process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(HANG_S) == 143


def test_a_file_that_is_being_written_leaves_nothing(start, tmp_path):
    process = start(WRITES)
    assert process.stdout.readline() == "ready\n"
    assert len(list(tmp_path.iterdir())) == 1
    process.send_signal(signal.SIGTERM)
    assert ended(process)[0] == 143
    assert list(tmp_path.iterdir()) == []


def test_what_is_started_to_outlive_a_terminal_does(start):
    process = start(HEEDS, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "kept\n", "")
