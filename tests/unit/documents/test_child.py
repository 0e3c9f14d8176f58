import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from endstop.documents.child import Child
from endstop.documents.recognise import recognise
from endstop.documents.requests import OpenRequest
from endstop.documents.source import Document
from endstop.processes import ChildDiedError

HANG_S = 30
PLENTY = 2 << 30


def running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # no /proc here, so kill has said it


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + HANG_S
    while running(pid):
        assert time.monotonic() < deadline, "the process is still there"
        time.sleep(0.02)


def run_script(tmp_path: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(text))
    command = [sys.executable, "-W", "error", str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANG_S, check=False)


@pytest.fixture
def child():
    made = Child(PLENTY)
    yield made
    made.kill()


def test_a_child_answers(child, make_pdf):
    source = recognise(make_pdf(pages=4))
    assert child.ask(OpenRequest(source, None, 1), lambda: None) == Document(source, 4)


def test_a_killed_child_leaves_nothing_behind(make_pdf):
    child = Child(PLENTY)
    pid = child.pid
    assert running(pid)
    child.kill()
    with pytest.raises(ProcessLookupError):  # not even a zombie
        os.kill(pid, 0)


def test_a_stopped_child_can_be_killed():
    child = Child(PLENTY)
    os.kill(child.pid, signal.SIGSTOP)
    pid = child.pid
    child.kill()
    assert not running(pid)


def test_a_child_that_dies_is_noticed(child, make_pdf):
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(ChildDiedError) as caught:
        child.ask(OpenRequest(recognise(make_pdf()), None, 1), lambda: None)
    assert caught.value.status == -signal.SIGKILL
    wait_until_gone(child.pid)
    assert not child.alive


def test_whoever_waits_may_give_up(child, make_pdf):
    class EnoughError(Exception):
        pass

    def give_up():
        raise EnoughError

    os.kill(child.pid, signal.SIGSTOP)
    with pytest.raises(EnoughError):
        child.ask(OpenRequest(recognise(make_pdf()), None, 1), give_up)


def test_ctrl_c_does_not_reach_the_child(child, make_pdf):
    request = OpenRequest(recognise(make_pdf()), None, 1)
    child.ask(request, lambda: None)
    os.kill(child.pid, signal.SIGINT)
    assert isinstance(child.ask(request, lambda: None), Document)


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("raster", ("PySide6", "mlx", "mlx_vlm", "numpy", "transformers")),
        ("renderer", ("pypdfium2", "PIL", "PySide6", "mlx", "numpy")),
    ],
)
def test_neither_side_loads_what_it_does_not_need(module, absent):
    code = (
        f"import sys, endstop.documents.{module}; print([m for m in {absent} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_script_that_starts_a_child_is_not_run_again_in_it(tmp_path, make_pdf):
    script = """
        import sys
        from pathlib import Path
        from endstop.documents.recognise import recognise
        from endstop.documents.renderer import Renderer

        print("once")
        with Renderer() as renderer:
            print(renderer.open(recognise(Path(sys.argv[1]))).page_count)
        print(sys.modules["__main__"].__file__ == __file__)
    """
    done = run_script(tmp_path, script, str(make_pdf(pages=2)))
    assert (done.stdout, done.stderr) == ("once\n2\nTrue\n", "")


def test_a_child_ends_with_a_parent_that_forgot_to_close_it(tmp_path, make_pdf):
    script = """
        import sys
        from pathlib import Path
        from endstop.documents.recognise import recognise
        from endstop.documents.renderer import Renderer

        renderer = Renderer()
        renderer.open(recognise(Path(sys.argv[1])))
        print(renderer.pid)
    """
    done = run_script(tmp_path, script, str(make_pdf()))
    assert done.stderr == ""
    wait_until_gone(int(done.stdout))


def test_a_busy_child_ends_with_a_killed_parent(tmp_path, heavy_pdf):
    script = """
        import os, signal, sys
        from pathlib import Path
        from endstop.documents.recognise import recognise
        from endstop.documents.renderer import Renderer
        from endstop.documents.sizing import PageSizing

        looks = 0

        def die_amid_the_page():
            global looks
            looks += 1
            if looks == 10:
                print(renderer.pid, flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            return False

        renderer = Renderer()
        document = renderer.open(recognise(Path(sys.argv[1])))
        renderer.render(document, 1, PageSizing(), die_amid_the_page)
    """
    done = run_script(tmp_path, script, str(heavy_pdf))
    assert done.returncode == -signal.SIGKILL
    wait_until_gone(int(done.stdout))
