"""A file of a model folder is opened if it is an ordinary one, no larger than its kind can be."""

import os
import sys

import pytest

from endstop.checkpoints.folder_file import (
    Kind,
    UnfitFileError,
    count_values,
    kind_of,
    names_in,
    open_file,
    read_file,
)
from tests.support.hostile_folders import make_unending


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "/dev/zero", "/dev/null"])
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_ordinary_file_is_refused_at_once(tmp_path, monkeypatch, kind, linked):
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    path = tmp_path / "config.json"
    make_unending(tmp_path / "target" if linked else path, kind)
    if linked:
        path.symlink_to("target")
    with pytest.raises(UnfitFileError, match="no ordinary file"):
        open_file(path, Kind.SETTINGS)


@pytest.mark.skipif(sys.platform != "linux", reason="macOS has no /proc")
def test_a_file_of_the_system_is_refused_though_it_claims_to_be_an_empty_one(tmp_path):
    (tmp_path / "config.json").symlink_to("/proc/self/mem")
    with pytest.raises(UnfitFileError, match="no ordinary file"):
        read_file(tmp_path / "config.json", Kind.SETTINGS)


@pytest.mark.parametrize("kind", ["loop", "dangling"])
def test_a_link_that_leads_nowhere_is_no_file(tmp_path, kind):
    make_unending(tmp_path / "config.json", kind)
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "config.json", Kind.SETTINGS)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_file_that_may_not_be_read_says_so(tmp_path):
    path = tmp_path / "config.json"
    path.touch(mode=0o000)
    with pytest.raises(UnfitFileError, match="Permission denied"):
        open_file(path, Kind.SETTINGS)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.value.size])
def test_a_file_may_be_as_large_as_its_kind_and_no_byte_larger(tmp_path, kind):
    path = tmp_path / "file"
    path.touch()
    os.truncate(path, kind.value.size)
    open_file(path, kind).close()
    os.truncate(path, kind.value.size + 1)
    with pytest.raises(UnfitFileError, match="too large to be one: more than"):
        open_file(path, kind)


def test_a_text_of_too_many_values_is_too_large():
    few, many = b"[" + b"1," * 199_999, b"[" + b"{}," * 100_000
    assert count_values(few, Kind.SETTINGS) == 200_000
    with pytest.raises(UnfitFileError, match="more than 200,000 values"):
        count_values(many, Kind.SETTINGS)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("generation_config.json", Kind.SETTINGS),
        ("tokenizer_config.json", Kind.TOKENS),
        ("tokenizer.json", Kind.VOCABULARY),
        ("merges.txt", Kind.VOCABULARY),
        ("tokenizer.model", Kind.VOCABULARY),
        ("model.safetensors.index.json", Kind.INDEX),
        ("model-00001-of-00002.safetensors", Kind.WEIGHTS),
        ("model.gguf", Kind.WEIGHTS),
        ("rag.jinja", Kind.TEMPLATE),
        ("README.md", None),
    ],
)
def test_a_name_means_a_kind(name, kind):
    assert kind_of(name) is kind


def test_the_names_of_a_folder_are_sorted_and_of_none_empty(tmp_path):
    for name in "bca":
        (tmp_path / name).touch()
    assert names_in(tmp_path) == ["a", "b", "c"]
    assert names_in(tmp_path / "a") == names_in(tmp_path / "none") == []
