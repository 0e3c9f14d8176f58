"""A fix that is taken back leaves no trace."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import endstop.doctor.fixes.exchange as exchange_module
from endstop.doctor.finding import JsonEdit, TextEdit
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.fixes.undo import ChangedSinceError, can_undo, undo
from endstop.errors import FixError
from tests.support.mending import (
    EOS,
    EOT,
    STOP_LIST,
    as_cached,
    content,
    diagnosed,
    finding,
    make_gguf,
)

EDITS = (
    STOP_LIST,
    JsonEdit("added_tokens.json", ("a",), 1),
    TextEdit("Modelfile", ("PARAMETER stop x",)),
    JsonEdit("config.json", ("a",), 1),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "generation_config.json").write_bytes(b'\xef\xbb\xbf{\r\n"eos_token_id": 2.56e2}')
    (folder / "Modelfile").write_bytes(b"FROM .")
    (folder / "config.json").write_bytes(b"{}")
    (folder / "generation_config.json").chmod(0o640)
    return folder


def fix(path: Path, *edits) -> None:
    apply(plan(diagnosed(path, finding(*edits))))


def test_everything_is_byte_for_byte_as_before(folder):
    before = content(folder)
    assert not can_undo(folder)
    fix(folder, *EDITS)
    assert can_undo(folder)
    assert content(folder) != before
    files = undo(folder)
    assert files == ("Modelfile", "added_tokens.json", "config.json", "generation_config.json")
    assert content(folder) == before
    assert not can_undo(folder)


def test_fixes_are_taken_back_one_by_one(folder):
    states = [content(folder)]
    for number in range(3):
        fix(folder, JsonEdit("generation_config.json", ("eos_token_id",), [number]))
        states.append(content(folder))
    while can_undo(folder):
        assert content(folder) == states.pop()
        undo(folder)
    assert [content(folder)] == states


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(
    settings_=st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=4),
    indent=st.sampled_from([None, 0, 1, 2, 4, "\t"]),
    tail=st.sampled_from(["", "\n", "\r\n", " \n\n"]),
    mark=st.booleans(),
    windows=st.booleans(),
)
def test_fix_then_undo_is_the_same_file_in_every_style(
    tmp_path, settings_, indent, tail, mark, windows
):
    text = json.dumps(settings_, indent=indent, ensure_ascii=windows) + tail
    written = text.replace("\n", "\r\n") if windows else text
    path = tmp_path / "generation_config.json"
    path.write_bytes((b"\xef\xbb\xbf" if mark else b"") + written.encode())
    before = content(tmp_path)
    fix(tmp_path, STOP_LIST)
    assert json.loads(path.read_bytes().decode("utf-8-sig"))["eos_token_id"] == [258, 256]
    undo(tmp_path)
    assert content(tmp_path) == before


def test_a_link_is_a_link_again(tmp_path):
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "generation_config.json").write_text("{}", encoding="utf-8")
    snapshot = as_cached(plain, tmp_path / "cache")
    before = content(tmp_path)
    fix(snapshot, STOP_LIST)
    undo(snapshot)
    assert content(tmp_path) == before


def test_without_a_fix_there_is_nothing_to_undo(folder):
    with pytest.raises(FixError, match=r"There is no fix of .* to undo"):
        undo(folder)


def test_a_file_changed_since_is_kept_unless_forced(folder):
    before = content(folder)
    fix(folder, *EDITS)
    (folder / "generation_config.json").write_text("{}", encoding="utf-8")
    changed = content(folder)
    with pytest.raises(ChangedSinceError, match=r"generation_config\.json was changed after"):
        undo(folder)
    assert content(folder) == changed
    undo(folder, force=True)
    assert content(folder) == before


def test_a_fix_cut_short_can_be_undone(folder):
    before = content(folder)
    fix(folder, *EDITS)
    (folder / "added_tokens.json").unlink()
    undo(folder)
    assert content(folder) == before


def test_what_the_fix_made_is_not_deleted_once_it_holds_something_else(folder):
    fix(folder, *EDITS)
    (folder / "added_tokens.json").write_text("mine", encoding="utf-8")
    changed = content(folder)
    with pytest.raises(FixError, match=r"added_tokens\.json cannot be restored"):
        undo(folder, force=True)
    assert content(folder) == changed


def test_a_moved_folder_can_still_be_restored(folder):
    before = content(folder)
    fix(folder, *EDITS)
    moved = folder.rename(folder.with_name("moved"))
    undo(moved)
    assert content(moved) == before


def test_an_edit_in_the_middle_of_an_undo_is_not_lost(folder, monkeypatch):
    fix(folder, STOP_LIST)
    path = folder / "generation_config.json"
    exchange = exchange_module.exchange

    def late(one, other):
        monkeypatch.setattr(exchange_module, "exchange", exchange)
        path.write_text("mine", encoding="utf-8")
        return exchange(one, other)

    monkeypatch.setattr(exchange_module, "exchange", late)
    with pytest.raises(ChangedSinceError):
        undo(folder)
    assert path.read_text(encoding="utf-8") == "mine"
    undo(folder, force=True)
    assert path.read_bytes() == b'\xef\xbb\xbf{\r\n"eos_token_id": 2.56e2}'


def test_a_damaged_backup_is_not_restored(folder):
    fix(folder, *EDITS)
    (folder / ".endstop" / "backup-1" / "Modelfile").write_bytes(b"other")
    changed = content(folder)
    with pytest.raises(FixError, match="The backup of Modelfile is damaged"):
        undo(folder, force=True)
    assert content(folder) == changed


@pytest.mark.parametrize("kind", ["own", "symbolic", "hard"])
def test_numbers_of_a_gguf_file_are_taken_back(tmp_path, kind):
    path = tmp_path / "model" / "model.gguf"
    path.parent.mkdir()
    shared = make_gguf(tmp_path / "shared.gguf")
    match kind:
        case "own":
            make_gguf(path)
        case "symbolic":
            path.symlink_to("../shared.gguf")
        case "hard":
            path.hardlink_to(shared)
    before = content(tmp_path)
    fix(path, EOS, EOT)
    assert not can_undo(path.parent)
    assert undo(path) == ("model.gguf",)
    assert content(tmp_path) == before
    assert path.samefile(shared) == (kind != "own")


def test_another_gguf_file_in_its_place_is_not_written_to(tmp_path):
    path = make_gguf(tmp_path / "model.gguf")
    fix(path, EOS)
    path.write_bytes(bytes(1000))
    for force in (False, True):
        with pytest.raises(FixError):
            undo(path, force=force)
    assert path.read_bytes() == bytes(1000)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"fixes": [1]}', '{"fixes": [{"entries": [{"file": 1}]}]}', "[" * 9999],
)
def test_a_broken_journal_is_a_sentence(folder, text):
    path = folder / ".endstop" / "journal.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    assert not can_undo(folder)
    with pytest.raises(FixError, match="cannot be read"):
        undo(folder)


def test_a_journal_behind_a_link_is_refused(folder, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (folder / ".endstop").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FixError, match="is a link"):
        fix(folder, STOP_LIST)
    assert list((tmp_path / "elsewhere").iterdir()) == []
