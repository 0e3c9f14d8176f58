"""mlx loads no compiled code that others may have planted or cut short."""

import os
import shutil
import signal
import stat
import subprocess
import sys

import pytest

from endstop.engines.mlx.compiled_code import own_folder

_SCRIPT = """
import sys
import mlx.core as mx
if sys.argv[1] == "endstop":
    from endstop.engines.mlx.compiled_code import load_no_foreign_binaries
    load_no_foreign_binaries()
print(mx.compile(lambda x: mx.abs(x) * 2 + x)(mx.ones((4,))).sum().item())
"""
_PLANTED = """
#include <stdio.h>
__attribute__((constructor)) static void run(void) { fclose(fopen("%s", "w")); }
"""
compiled_on_cpu = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("g++") is None, reason="needs mlx on a CPU, and g++"
)


def compute(who, temporary):
    """Run a compiled function, with Endstop's care or by mlx `alone`."""
    return subprocess.run(
        [sys.executable, "-c", _SCRIPT, who],
        env=os.environ | {"TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A temporary folder in which mlx left its library."""
    temporary = tmp_path_factory.mktemp("compiled")
    assert compute("alone", temporary).stdout == "12.0\n"
    return temporary


@pytest.fixture
def library(compiled, tmp_path):
    """The library in a copy of that folder, `tmp_path / "tmp"`."""
    (found,) = shutil.copytree(compiled, tmp_path / "tmp").rglob("*.so")
    return found


@compiled_on_cpu
def test_a_planted_library_is_not_run(library, tmp_path):
    ran, source = tmp_path / "ran", tmp_path / "planted.c"
    source.write_text(_PLANTED % ran, encoding="utf-8")
    subprocess.run(["g++", "-shared", "-fPIC", "-o", library, source], check=True)
    compute("alone", tmp_path / "tmp")
    assert ran.exists()
    ran.unlink()
    assert compute("endstop", tmp_path / "tmp").stdout == "12.0\n"
    assert not ran.exists()


@compiled_on_cpu
def test_a_library_cut_short_does_not_end_the_process(library, tmp_path):
    os.truncate(library, 4096)
    assert compute("alone", tmp_path / "tmp").returncode == -signal.SIGBUS
    assert compute("endstop", tmp_path / "tmp").stdout == "12.0\n"


def test_a_folder_is_this_users_alone(tmp_path):
    wanted = tmp_path / "cache" / "mlx"
    assert own_folder(wanted) == wanted
    wanted.chmod(0o777)
    assert own_folder(wanted) == wanted
    assert stat.S_IMODE(wanted.stat().st_mode) == 0o700


def test_a_link_is_not_used_nor_a_file(tmp_path):
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(tmp_path)
    file.touch()
    for wanted in (link, file, file / "mlx"):
        used = own_folder(wanted)
        assert used != wanted
        assert stat.S_IMODE(used.lstat().st_mode) == 0o700


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_used(tmp_path):
    wanted = tmp_path / "mlx"
    wanted.mkdir()
    os.chown(wanted, 65534, 65534)
    assert own_folder(wanted) != wanted
