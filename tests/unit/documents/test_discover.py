import shutil
from itertools import islice

import pytest
from PIL import Image

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
