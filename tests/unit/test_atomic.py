"""A file is there whole or not at all."""

import os

import pytest

from endstop.atomic import write_atomically


def test_a_file_is_written_with_its_folders(tmp_path):
    path = tmp_path / "new" / "file.json"
    write_atomically(path, b"\xc3\xa4\r\n")
    assert path.read_bytes() == b"\xc3\xa4\r\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    path.write_text("old", encoding="utf-8")

    def no_space(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.json"]


def test_the_file_has_the_mode_of_any_other_new_file(tmp_path):
    write_atomically(tmp_path / "a", b"")
    (tmp_path / "b").write_text("", encoding="utf-8")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_other_threads_files_keep_their_mode_meanwhile(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "umask", lambda _mask: pytest.fail("the umask is the whole process's"))
    write_atomically(tmp_path / "a", b"")


def test_a_private_file_is_the_owner_s_alone(tmp_path):
    write_atomically(tmp_path / "a", b"", private=True)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_the_file_takes_after_the_one_that_it_replaces(tmp_path):
    path = tmp_path / "file.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write_atomically(path, b"new", like=path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_is_replaced_and_its_target_stays(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to("target")
    write_atomically(link, b"new", like=link)
    assert not link.is_symlink()
    assert (target.read_bytes(), link.read_bytes()) == (b"old", b"new")
