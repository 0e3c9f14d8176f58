import inspect
import os
import shutil
import sys
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image

import endstop.documents.discover
from endstop.documents.discover import discover


@pytest.fixture
def put(tmp_path):
    """Writes a small image under a name, folders included."""

    def write(name: str):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (1, 1)).save(path, format="PNG")
        return path

    return write


def names(root, paths):
    return [path.relative_to(root).as_posix() for path in discover(paths)]


def test_files_keep_their_order_and_are_not_judged(tmp_path, put):
    given = [put("b.png"), tmp_path / "notes.txt", put("a.png"), tmp_path / "missing.pdf"]
    given[1].write_text("no document")
    assert list(discover(given)) == given


def test_a_folder_is_searched_to_the_bottom_in_natural_order(tmp_path, put):
    for name in ("page10.png", "page2.png", "Page1.png", "sub/deep/x.png", "sub/a.png", "z.png"):
        put(name)
    assert names(tmp_path, [tmp_path]) == [
        "Page1.png",
        "page2.png",
        "page10.png",
        "sub/a.png",
        "sub/deep/x.png",
        "z.png",
    ]


def test_a_folder_yields_only_what_is_a_document(tmp_path, put):
    put("a.png")
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "empty.pdf").touch()
    (tmp_path / "table.xlsx").write_bytes(b"PK\x03\x04")
    assert names(tmp_path, [tmp_path]) == ["a.png"]


def test_hidden_files_and_folders_are_left_out_unless_given(tmp_path, put):
    put("a.png")
    put(".git/b.png")
    hidden = put(".c.png")
    assert names(tmp_path, [tmp_path]) == ["a.png"]
    assert names(tmp_path, [hidden]) == [".c.png"]


def test_the_same_file_is_yielded_once(tmp_path, put):
    a, b = put("a.png"), put("b.png")
    assert names(tmp_path, [b, tmp_path, a, tmp_path / "." / "a.png"]) == ["b.png", "a.png"]


def test_copies_are_different_files(tmp_path, put):
    shutil.copy(put("a.png"), tmp_path / "b.png")
    assert names(tmp_path, [tmp_path]) == ["a.png", "b.png"]


def test_links_are_followed_but_loops_are_not(tmp_path, put):
    put("in/a.png")
    (tmp_path / "in" / "again").symlink_to(tmp_path / "in", target_is_directory=True)
    (tmp_path / "in" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "link").symlink_to(tmp_path / "in", target_is_directory=True)
    (tmp_path / "broken.png").symlink_to(tmp_path / "nowhere")
    assert [path.name for path in discover([tmp_path])] == ["a.png"]


def test_a_folder_that_cannot_be_listed_is_passed_over(tmp_path, put, monkeypatch):
    put("a/x.png")
    put("b/y.png")
    listed = type(tmp_path).iterdir

    def deny(self):
        if self.name == "a":
            raise PermissionError(13, "Permission denied")
        return listed(self)

    monkeypatch.setattr(type(tmp_path), "iterdir", deny)
    assert names(tmp_path, [tmp_path]) == ["b/y.png"]


def test_files_come_one_by_one(put):
    def endless():
        while True:
            yield first
            yield second

    first, second = put("a.png"), put("b.png")
    assert list(islice(discover(endless()), 2)) == [first, second]


def test_nothing_comes_of_nothing(tmp_path):
    assert list(discover([])) == []
    assert list(discover([tmp_path])) == []


def test_names_that_no_system_takes_are_passed_on_to_be_judged(tmp_path):
    odd = [Path("a\0b.pdf"), Path("a" * 5000), tmp_path / "gone" / "x.pdf"]
    assert list(discover(odd)) == odd


def test_a_link_to_itself_is_passed_on_to_be_judged(tmp_path):
    loop = tmp_path / "loop.pdf"
    loop.symlink_to(loop)
    assert list(discover([loop])) == [loop]
    assert list(discover([tmp_path])) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_in_a_folder_are_left_out_without_waiting_for_them(tmp_path, put):
    put("a.png")
    os.mkfifo(tmp_path / "pipe.pdf")
    assert names(tmp_path, [tmp_path]) == ["a.png"]


def test_names_of_every_kind_are_found(tmp_path, put):
    wanted = {"两 文件.png", "e\u0301 100% #1?.png", "two\nlines.png", "b" * 200 + ".png"}
    for name in wanted:
        put(name)
    assert set(names(tmp_path, [tmp_path])) == wanted


def test_a_folder_may_be_nested_deeper_than_python_calls_itself(tmp_path, put, monkeypatch):
    monkeypatch.chdir(tmp_path)
    depth = 400
    for _ in range(depth):
        Path("d").mkdir()
        os.chdir("d")
    Image.new("RGB", (1, 1)).save("deep.png")
    monkeypatch.chdir(tmp_path)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 200)
    try:
        (found,) = discover([Path("d")])
    finally:
        sys.setrecursionlimit(limit)
    assert len(found.parts) == depth + 1


def test_ten_thousand_files_come_one_by_one(tmp_path, put, monkeypatch):
    first = put("00000.png").read_bytes()
    for number in range(1, 10_000):
        (tmp_path / f"{number}.png").write_bytes(first)
    judged = []
    judge = endstop.documents.discover.recognise

    def count(path):
        judged.append(path)
        return judge(path)

    monkeypatch.setattr("endstop.documents.discover.recognise", count)
    found = discover([tmp_path])
    assert [next(found).name for _ in range(3)] == ["00000.png", "1.png", "2.png"]
    assert len(judged) == 3
    assert sum(1 for _ in found) == 9_997
