"""Which models a path means."""

from pathlib import Path

import pytest

from endstop.doctor.models_in import models_in
from endstop.errors import ModelError


def made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    return path


def test_a_folder_with_a_config_is_a_model(tmp_path):
    made(tmp_path / "config.json")
    made(tmp_path / "inner" / "config.json")
    assert models_in(tmp_path) == (tmp_path,)


def test_a_file_stands_for_its_model(tmp_path):
    made(tmp_path / "config.json")
    for file in ("generation_config.json", "additional_chat_templates/tool.jinja"):
        assert models_in(made(tmp_path / file)) == (tmp_path,)


def test_a_gguf_file_is_a_model(tmp_path):
    path = made(tmp_path / "Model.GGUF")
    made(tmp_path / "config.json")
    assert models_in(path) == (path,)


def test_of_a_folder_of_gguf_files_each_is_a_model_but_for_projectors_and_later_parts(tmp_path):
    made(tmp_path / "a.gguf")
    assert models_in(tmp_path) == (tmp_path,)
    made(tmp_path / "b-00001-of-00002.gguf")
    made(tmp_path / "b-00002-of-00002.gguf")
    made(tmp_path / "mmproj-a.gguf")
    assert models_in(tmp_path) == (tmp_path / "a.gguf", tmp_path / "b-00001-of-00002.gguf")


def test_a_folder_of_models_means_all_of_them(tmp_path):
    for name in ("b", "a/deep", ".hidden", "models--x--y/snapshots/0123"):
        made(tmp_path / name / "config.json")
    names = ["a/deep", "b", "models--x--y/snapshots/0123"]
    assert [str(path.relative_to(tmp_path)) for path in models_in(tmp_path)] == names


def test_a_loop_of_links_ends(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path)
    with pytest.raises(ModelError, match="holds no model"):
        models_in(tmp_path)


@pytest.mark.parametrize("name", ["nothing", "x" * 5000, "file.txt/inner"])
def test_a_path_that_leads_nowhere_is_a_sentence(tmp_path, name):
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    with pytest.raises(ModelError):
        models_in(tmp_path / name)
