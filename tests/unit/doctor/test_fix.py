"""A fix is seen before it is made, and made whole or not at all."""

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

import endstop.doctor.fixes.exchange as exchange_module
from endstop.doctor.finding import GgufEdit, JsonEdit, TextEdit
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.fixes.undo import undo
from endstop.doctor.journal.ordinary_file import LARGEST
from endstop.doctor.journal.seal import seal
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
    numbers,
)

WRITTEN = 5  # files of a fix of three, one of which has a backup, with the journal
CONFIG = '{\n  "eos_token_id": 256,\n  "pad_token_id": 256\n}\n'
DIFF = """\
--- a/generation_config.json
+++ b/generation_config.json
@@ -1,4 +1,7 @@
 {
-  "eos_token_id": 256,
+  "eos_token_id": [
+    258,
+    256
+  ],
   "pad_token_id": 256
 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "generation_config.json").write_text(CONFIG, encoding="utf-8")
    return folder


def text(folder: Path, file: str = "generation_config.json") -> str:
    return (folder / file).read_bytes().decode()


def test_a_plan_shows_a_diff_and_changes_nothing(folder):
    before = content(folder)
    assert plan(diagnosed(folder, finding(STOP_LIST))).diff == DIFF
    assert content(folder) == before


def test_a_plan_takes_automatic_fixes_alone_unless_others_are_asked_for(folder):
    asked = finding(STOP_LIST, automatic=False)
    diagnosis = diagnosed(folder, asked)
    assert plan(diagnosis).changes == ()
    assert plan(diagnosis, [asked]).diff == DIFF


def test_advice_without_edits_is_no_part_of_a_plan(folder):
    assert plan(diagnosed(folder, finding())).mends == ()


def test_fixes_of_one_file_are_joined(folder):
    made = plan(diagnosed(folder, finding(STOP_LIST), pad(257)))
    assert len(made.changes) == 1
    apply(made)
    assert text(folder) == CONFIG.replace(
        '"eos_token_id": 256', '"eos_token_id": [\n    258,\n    256\n  ]'
    ).replace('"pad_token_id": 256', '"pad_token_id": 257')


def pad(token_id: int, code: str = "EOS040"):
    return finding(JsonEdit("generation_config.json", ("pad_token_id",), token_id), code=code)


@pytest.mark.parametrize(
    ("other", "joined"),
    [
        ([258, 256], [258, 256]),
        ([258, 256, 260], [258, 256, 260]),
        ([258], [258]),
        ([1, 256], [258, 256, 1]),
        ([1], [258, 1]),
    ],
)
def test_of_two_stop_lists_all_that_either_adds_and_nothing_that_either_removes(
    folder, other, joined
):
    edit = JsonEdit("generation_config.json", ("eos_token_id",), other)
    made = plan(diagnosed(folder, finding(STOP_LIST), finding(edit, code="EOS020")))
    assert len(made.mends) == 2
    apply(made)
    assert json.loads(text(folder))["eos_token_id"] == joined


def test_a_fix_that_contradicts_a_worse_one_is_left_out_with_its_reason(folder):
    made = plan(diagnosed(folder, pad(257), pad(258, "EOS033")))
    assert '+  "pad_token_id": 257' in made.diff
    assert [left.finding.code for left in made.left_out] == ["EOS033"]
    assert made.left_out[0].why == (
        "A worse finding's fix sets pad_token_id in generation_config.json in another way. "
        "Fix that one first, then look again."
    )


def test_a_fix_left_out_leaves_nothing_of_itself_behind(folder):
    edits = [
        JsonEdit("added_tokens.json", ("a",), 1),
        JsonEdit("generation_config.json", ("a", "b"), 1),
    ]
    whole = finding(JsonEdit("generation_config.json", ("a",), 5))
    made = plan(diagnosed(folder, whole, finding(*edits, code="EOS005")))
    assert [change.file for change in made.changes] == ["generation_config.json"]


def test_a_broken_file_cannot_be_edited(folder):
    (folder / "generation_config.json").write_text("{", encoding="utf-8")
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    assert made.changes == ()
    assert made.left_out[0].why.startswith("generation_config.json cannot be edited: ")


@pytest.mark.parametrize(
    "file",
    ["../config.json", "/tmp/config.json", "link/config.json", ".", "model.safetensors", "x.json"],
)
def test_no_file_is_touched_but_the_settings_of_the_folder(folder, tmp_path, file):
    (folder / "link").symlink_to(tmp_path)
    made = plan(diagnosed(folder, finding(JsonEdit(file, ("a",), 1))))
    assert made.changes == ()
    assert len(made.left_out) == 1


def test_a_missing_file_is_made(folder):
    made = plan(diagnosed(folder, finding(JsonEdit("tokenizer_config.json", ("a", "b"), "é"))))
    assert made.diff.startswith("--- /dev/null\n+++ b/tokenizer_config.json\n@@ -0,0 +1,5 @@\n")
    apply(made)
    assert text(folder, "tokenizer_config.json") == '{\n  "a": {\n    "b": "é"\n  }\n}\n'


def test_lines_are_appended_in_the_file_s_own_line_ends(folder):
    (folder / "Modelfile").write_bytes(b"FROM .\r\nPARAMETER temperature 0")
    lines = TextEdit("Modelfile", ("PARAMETER stop <|im_end|>", "PARAMETER temperature 0"))
    apply(plan(diagnosed(folder, finding(lines))))
    assert (folder / "Modelfile").read_bytes() == (
        b"FROM .\r\nPARAMETER temperature 0\r\nPARAMETER stop <|im_end|>\r\n"
    )


def test_the_mode_of_a_file_is_kept(folder):
    path = folder / "generation_config.json"
    path.chmod(0o640)
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_file_that_changed_after_the_plan_is_not_touched(folder):
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    (folder / "generation_config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(FixError, match="has changed since it was examined"):
        apply(made)
    assert text(folder) == "{}"


def edited_in_between(monkeypatch, edit, *, exchanging: bool):
    """Let `edit` happen after the last look at a file and before another takes its place."""
    exchange = exchange_module.exchange

    def late(one, other):
        edit()
        monkeypatch.setattr(exchange_module, "exchange", exchange if exchanging else never)
        return exchange_module.exchange(one, other)

    def never(_one, _other):
        return False

    monkeypatch.setattr(exchange_module, "exchange", late)


@pytest.mark.parametrize("exchanging", [True, False])
@pytest.mark.parametrize("by_rename", [True, False])
def test_an_edit_in_the_middle_of_a_fix_is_not_lost(folder, monkeypatch, exchanging, by_rename):
    path, mine = folder / "generation_config.json", folder / "mine"

    def edit():
        mine.write_text("mine", encoding="utf-8")
        if by_rename:
            mine.replace(path)
        else:
            shutil.copyfile(mine, path)
            mine.unlink()

    modelfile = TextEdit("Modelfile", ("FROM .",))
    made = plan(diagnosed(folder, finding(modelfile, STOP_LIST)))
    edited_in_between(monkeypatch, edit, exchanging=exchanging)
    with pytest.raises(FixError, match=r"generation_config\.json has changed since"):
        apply(made)
    assert text(folder) == "mine"
    assert [entry.name for entry in folder.iterdir()] == [path.name]


def test_a_file_made_in_the_middle_of_a_fix_is_not_lost(folder, monkeypatch):
    made = plan(diagnosed(folder, finding(TextEdit("Modelfile", ("FROM .",)))))
    link = os.link

    def late(one, other, **options):
        other.write_text("mine", encoding="utf-8")
        link(one, other, **options)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FixError, match="Modelfile has changed since"):
        apply(made)
    assert text(folder, "Modelfile") == "mine"


def test_a_backup_left_by_a_kill_is_not_believed(folder):
    before = content(folder)
    stale = folder / ".endstop" / "backup-1" / "generation_config.json"
    stale.parent.mkdir(parents=True)
    stale.write_text("older", encoding="utf-8")
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    undo(folder)
    assert content(folder) == before


def test_a_backup_is_not_spoilt_through_another_name_of_the_file(folder, tmp_path):
    (tmp_path / "name").hardlink_to(folder / "generation_config.json")
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    (tmp_path / "name").write_text("edited", encoding="utf-8")
    undo(folder)
    assert text(folder) == CONFIG


@pytest.mark.parametrize("kind", ["pipe", "device", "large"])
def test_what_is_no_settings_file_is_left_out_at_once(folder, kind):
    path = folder / "generation_config.json"
    path.unlink()
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "large":
            with path.open("wb") as file:
                file.truncate(LARGEST + 1)
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    assert made.changes == ()
    assert "cannot be read" in made.left_out[0].why


def test_files_that_a_killed_fix_left_are_removed_and_no_others(folder):
    for name in (".endstop-abc.tmp", ".endstop-notes.txt", "other.tmp"):
        (folder / name).touch()
    (folder / ".endstop-folder.tmp").mkdir()
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    assert {entry.name for entry in folder.iterdir()} == {
        ".endstop",
        ".endstop-folder.tmp",
        ".endstop-notes.txt",
        "generation_config.json",
        "other.tmp",
    }


def test_a_read_only_folder_is_a_sentence_and_nothing_changes(folder):
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    before = content(folder)
    folder.chmod(0o555)
    try:
        with pytest.raises(FixError, match=r"read-only\. Nothing was changed\. Make it writable"):
            apply(made)
        assert content(folder) == before
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("failing", range(1, 8))
def test_a_disk_that_fails_at_any_step_leaves_everything_as_it_was(folder, monkeypatch, failing):
    edits = [
        STOP_LIST,
        JsonEdit("added_tokens.json", ("a",), 1),
        TextEdit("Modelfile", ("FROM .",)),
    ]
    made = plan(diagnosed(folder, finding(*edits)))
    seal(b"")  # the user's secret is written once and for all
    before = content(folder)
    calls = iter(range(1, 100))
    fsync = os.fsync

    def full(handle):
        if next(calls) == failing:
            raise OSError(28, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    if failing > WRITTEN:
        apply(made)
        return
    with pytest.raises(FixError, match=r"No space left on device\. Nothing was changed"):
        apply(made)
    assert content(folder) == before


def test_a_link_into_a_shared_cache_becomes_a_file_and_the_cache_stays(folder, tmp_path):
    snapshot = as_cached(folder, tmp_path / "cache")
    blobs = content(snapshot.parent.parent / "blobs")
    applied = apply(plan(diagnosed(snapshot, finding(STOP_LIST))))
    path = snapshot / "generation_config.json"
    assert not path.is_symlink()
    assert "258" in text(snapshot)
    assert content(snapshot.parent.parent / "blobs") == blobs
    assert len(applied.notes) == 1
    assert applied.notes[0].startswith("generation_config.json was a link to ../../blobs/0000")


def test_a_link_to_nothing_is_left_alone(folder):
    (folder / "generation_config.json").unlink()
    (folder / "generation_config.json").symlink_to("gone")
    made = plan(diagnosed(folder, finding(STOP_LIST)))
    assert made.changes == ()
    assert "cannot be read" in made.left_out[0].why


def test_numbers_of_a_gguf_file_are_written_in_place(tmp_path):
    path = make_gguf(tmp_path / "model.gguf")
    before, inode = path.read_bytes(), path.stat().st_ino
    made = plan(diagnosed(path, finding(EOS, EOT)))
    assert "@@ tokenizer.ggml.eos_token_id @@\n-2\n+3\n" in made.diff
    apply(made)
    after = path.read_bytes()
    assert numbers(path) == [3, 3]
    assert path.stat().st_ino == inode
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 2


@pytest.mark.parametrize("kind", ["symbolic", "hard"])
def test_a_gguf_file_that_others_share_is_copied_first(tmp_path, kind):
    shared = make_gguf(tmp_path / "shared.gguf")
    path = tmp_path / "model" / "model.gguf"
    path.parent.mkdir()
    if kind == "hard":
        path.hardlink_to(shared)
    else:
        path.symlink_to("../shared.gguf")
    apply(plan(diagnosed(path, finding(EOS, EOT))))
    assert numbers(path) == [3, 3]
    assert numbers(shared) == [2, 2]


@pytest.mark.parametrize(
    "edit",
    [
        GgufEdit("model.gguf", "tokenizer.ggml.eom_token_id", 3),
        GgufEdit("model.gguf", "general.name", 3),
        GgufEdit("model.gguf", "tokenizer.ggml.tokens", 3),
        GgufEdit("model.gguf", "tokenizer.ggml.tokens", 3, index=0),
        GgufEdit("model.gguf", EOS.key, 3, index=0),
        GgufEdit("model.gguf", EOS.key, -1),
        GgufEdit("broken.gguf", EOS.key, 3),
    ],
)
def test_a_gguf_number_that_cannot_be_written_is_left_out(tmp_path, edit):
    path = make_gguf(tmp_path / "model.gguf")
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + bytes(20))
    made = plan(diagnosed(path, finding(edit)))
    assert made.changes == ()
    assert len(made.left_out) == 1


def test_the_diff_of_one_long_line_shows_what_differs(folder):
    long = "{" + ", ".join(f'"k{i}": {i}' for i in range(5000)) + ', "eos_token_id": 256}'
    (folder / "generation_config.json").write_text(long, encoding="utf-8")
    shown = plan(diagnosed(folder, finding(STOP_LIST))).diff
    assert len(shown) < 800
    assert '"eos_token_id": 256}' in shown
    assert '"eos_token_id": [258, 256]}' in shown


def test_the_diff_counts_lines_from_the_file_s_beginning(folder):
    lines = "".join(f'  "k{i}": {i},\n' for i in range(5000))
    (folder / "generation_config.json").write_text(
        "{\n" + lines + '  "eos_token_id": 1\n}\n', encoding="utf-8"
    )
    assert "@@ -4999,5 +4999,8 @@" in plan(diagnosed(folder, finding(STOP_LIST))).diff


def test_a_diff_can_be_applied_by_other_tools(folder, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    made = plan(diagnosed(folder, finding(STOP_LIST, JsonEdit("added_tokens.json", ("a",), 1))))
    apply(made)
    tool = ["git", "apply", "-"]
    subprocess.run(tool, cwd=copy, input=made.diff.encode(), check=True)
    shutil.rmtree(folder / ".endstop")
    assert content(copy) == content(folder)
