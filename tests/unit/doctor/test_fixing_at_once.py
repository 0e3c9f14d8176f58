"""Threads and processes that change one folder at once: one after the other, nothing is lost."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest

from endstop.doctor.finding import TextEdit
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.fixes.undo import can_undo, undo
from endstop.doctor.journal.folder_lock import changing
from endstop.doctor.journal.leftovers import sweep_if_idle
from endstop.doctor.journal.seal import is_sealed, seal
from endstop.errors import FixError
from tests.support.mending import STOP_LIST, content, diagnosed, finding

TRIES = 20
MODELFILE = TextEdit("Modelfile", ("PARAMETER stop x",))
FIX = """
import sys
from pathlib import Path
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from tests.support.mending import STOP_LIST, diagnosed, finding
from tests.unit.doctor.test_fixing_at_once import MODELFILE
edit = {"one": STOP_LIST, "two": MODELFILE}[sys.argv[1]]
for line in sys.stdin:
    made = plan(diagnosed(Path(line.rstrip("\\n")), finding(edit)))
    print("ready", flush=True)
    sys.stdin.readline()
    apply(made)
    print("done", flush=True)
"""
HOLD = """
import sys
from pathlib import Path
from endstop.doctor.journal.folder_lock import changing
with changing(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "model")


def make_folder(folder: Path) -> Path:
    folder.mkdir()
    (folder / "generation_config.json").write_text('{"eos_token_id": 256}', encoding="utf-8")
    (folder / "Modelfile").write_text("FROM .\n", encoding="utf-8")
    return folder


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What the jobs return or raise, begun at the same moment in threads."""
    barrier = Barrier(len(jobs))

    def run(job):
        barrier.wait()
        try:
            return job()
        except FixError as error:
            return error

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_threads_that_fix_and_undo_at_once_lose_nothing(tmp_path):
    for number in range(TRIES):
        folder = make_folder(tmp_path / str(number))
        before = content(folder)
        one, two = (plan(diagnosed(folder, finding(edit))) for edit in (STOP_LIST, MODELFILE))
        applied = at_once(partial(apply, one), partial(apply, two))
        assert sorted(done.files[0] for done in applied) == ["Modelfile", "generation_config.json"]
        undone = at_once(*[partial(undo, folder)] * 3)
        assert sorted(done for done in undone if isinstance(done, tuple)) == [
            ("Modelfile",),
            ("generation_config.json",),
        ]
        assert sum(isinstance(done, FixError) for done in undone) == 1
        assert content(folder) == before


def test_processes_that_fix_at_once_lose_nothing(tmp_path):
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", FIX, which],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for which in ("one", "two")
    ]

    def tell(text: str) -> list[str]:
        for worker in workers:
            worker.stdin.write(f"{text}\n")
            worker.stdin.flush()
        return [worker.stdout.readline().strip() for worker in workers]

    try:
        for number in range(TRIES):
            folder = make_folder(tmp_path / str(number))
            before = content(folder)
            assert tell(str(folder)) == ["ready", "ready"]
            assert tell("go") == ["done", "done"]
            undo(folder)
            assert can_undo(folder)
            undo(folder)
            assert content(folder) == before
    finally:
        for worker in workers:
            worker.communicate()


@pytest.fixture
def holder(folder):
    """A process that holds the folder's lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_who_holds_the_folder_is_said_and_nothing_changes(folder, holder, monkeypatch):
    monkeypatch.setattr("endstop.doctor.journal.folder_lock.WAIT_S", 0)
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    (folder / ".endstop-x.tmp").touch()
    before = content(folder)
    for change in (lambda: apply(made), lambda: undo(folder)):
        with pytest.raises(
            FixError, match=rf"Another Endstop \(process {holder.pid}\) is changing"
        ):
            change()
    sweep_if_idle(folder)
    assert content(folder) == before


def test_a_second_one_waits_for_the_first(folder, holder):
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    with ThreadPoolExecutor(1) as pool:
        applied = pool.submit(apply, made)
        holder.stdin.write("\n")
        holder.stdin.flush()
        assert applied.result().files == ("generation_config.json",)


def test_a_lock_ends_with_its_holder(folder, holder):
    holder.kill()
    holder.wait()
    with changing(folder, wait_s=0):
        pass


def test_a_state_folder_that_cannot_be_written_is_a_sentence(folder, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(FixError, match="cannot be locked"):
        apply(plan(diagnosed(folder, finding(STOP_LIST))))


def test_the_secret_is_the_user_s_own_and_made_once(monkeypatch, tmp_path):
    for number in range(TRIES // 2):
        home = tmp_path / str(number)
        monkeypatch.setenv("XDG_DATA_HOME", str(home))
        assert not is_sealed(b"a", "")
        seals = at_once(*[lambda: seal(b"a")] * 4)
        assert len(set(seals)) == 1
        assert is_sealed(b"a", seals[0])
        assert not is_sealed(b"b", seals[0])
        assert (home / "endstop" / "journal.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("secret", ["link to a device", "cut short"])
def test_a_damaged_secret_seals_nothing(monkeypatch, tmp_path, secret):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    sealed = seal(b"a")
    path = tmp_path / "endstop" / "journal.key"
    path.unlink()
    if secret == "cut short":
        path.write_bytes(b"")
    else:
        path.symlink_to("/dev/zero")
    assert not is_sealed(b"a", sealed)
