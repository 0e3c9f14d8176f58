"""A file is there whole or not at all."""

import os

import pytest

from endstop.errors import ExportError
from endstop.export.atomic import write_atomically


def test_a_file_is_written_with_its_folders(tmp_path):
    path = tmp_path / "new" / "file.json"
    write_atomically(path, "ä\n")
    assert path.read_bytes() == "ä\n".encode()
    assert [entry.name for entry in path.parent.iterdir()] == ["file.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    path.write_text("old", encoding="utf-8")

    def no_space(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(ExportError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.json"]


def test_a_folder_that_is_a_file_is_a_sentence(tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(ExportError, match="cannot be written"):
        write_atomically(tmp_path / "taken" / "file.json", "")


def test_the_file_has_the_mode_of_any_other_new_file(tmp_path):
    write_atomically(tmp_path / "a", "")
    (tmp_path / "b").write_text("", encoding="utf-8")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode
