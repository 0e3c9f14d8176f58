"""A journal that came with a folder is told apart, shown, and never simply acted on."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.fixes.undo import ForeignFixError, can_undo, preview_undo, undo
from endstop.doctor.journal.fixable import SETTINGS
from endstop.errors import FixError
from tests.support.mending import (
    EOS,
    STOP_LIST,
    as_cached,
    content,
    diagnosed,
    finding,
    make_gguf,
)

WEIGHTS = b"the weights"
OLD, NEW = b'{"eos_token_id": 1}\n', b'{"eos_token_id": 2}\n'
SECRET = b'{"secret": true}\n'


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model beside which lies a file that is none of its business."""
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "config.json").write_bytes(SECRET)
    (folder / "config.json").write_bytes(NEW)
    (folder / "model.safetensors").write_bytes(WEIGHTS)
    (folder / "sub").mkdir()
    (folder / "sub" / "config.json").write_bytes(NEW)
    make_gguf(folder / "model.gguf")
    return folder


def plant(folder: Path, *entries: dict, **fixed) -> None:
    """A journal as a stranger might put it into a folder."""
    whole = {"file": "config.json", "how": "replaced", "before": sha(OLD), "after": sha(NEW)}
    rest = {"offset": None, "link": ""}
    fix = {"number": 1, "model": "", "codes": [], "seal": "0" * 64}
    fix |= {"entries": [whole | rest | entry for entry in entries], **fixed}
    kept = folder / ".endstop" / "backup-1" / "config.json"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(OLD)
    journal = folder / ".endstop" / "journal.json"
    journal.write_text(json.dumps({"format": 2, "fixes": [fix]}), encoding="utf-8")


CREATED = {"how": "created", "before": ""}
LINK = {"how": "unlinked", "before": sha(SECRET)}
NUMBER = {"file": "model.gguf", "how": "written", "before": "02000000", "after": "47475546"}
CRAFTED = {
    "weights were created": CREATED | {"file": "model.safetensors", "after": sha(WEIGHTS)},
    "a gguf file was created": CREATED | {"file": "model.gguf"},
    "a file above": CREATED | {"file": "../config.json", "after": sha(SECRET)},
    "an absolute file": CREATED | {"file": "/etc/hostname"},
    "a file below": CREATED | {"file": "sub/config.json"},
    "weights were replaced": {"file": "model.safetensors", "after": sha(WEIGHTS)},
    "a link out of the folder": LINK | {"link": "../config.json"},
    "an absolute link": LINK | {"link": "{outside}"},
    "a link to other content": LINK | {"link": "sub/config.json"},
    "a link to a device": LINK | {"link": "/dev/zero"},
    "bytes that are no number": NUMBER | {"offset": 0},
    "bytes of the weights": NUMBER | {"file": "model.safetensors", "offset": 0},
    "the journal itself": CREATED | {"file": ".endstop/journal.json"},
    "a name that is none": CREATED | {"file": "config.json\0"},
    "no hash": {"before": "", "after": ""},
}


@pytest.mark.parametrize("entry", CRAFTED.values(), ids=CRAFTED.keys())
def test_nothing_is_touched_but_what_a_fix_can_touch(folder, tmp_path, entry):
    entry = entry | {"link": entry.get("link", "").format(outside=tmp_path / "config.json")}
    plant(folder, entry)
    before = content(tmp_path)
    can_undo(folder)
    for force in (False, True):
        with pytest.raises(FixError):
            undo(folder, force=force)
    with pytest.raises(FixError):
        preview_undo(folder)
    assert content(tmp_path) == before


def test_a_plausible_one_is_said_and_left_alone(folder, tmp_path):
    plant(folder, {})
    before = content(tmp_path)
    for force in (False, True):
        with pytest.raises(ForeignFixError, match="was not made by this user's Endstop"):
            undo(folder, force=force)
    assert content(tmp_path) == before
    assert can_undo(folder)


def test_it_is_undone_as_it_was_shown(folder):
    plant(folder, {})
    shown = preview_undo(folder)
    (step,) = shown.steps
    assert step.sentence == "config.json is replaced by its backup."
    assert '-{"eos_token_id": 2}\n+{"eos_token_id": 1}\n' in step.diff
    assert undo(folder, shown=shown) == ("config.json",)
    assert (folder / "config.json").read_bytes() == OLD
    assert not (folder / ".endstop").exists()


def test_another_than_the_shown_one_is_not_undone(folder):
    plant(folder, {})
    shown = preview_undo(folder)
    (folder / "config.json").write_bytes(b"mine")
    with pytest.raises(ForeignFixError):
        undo(folder, shown=shown)
    assert (folder / "config.json").read_bytes() == b"mine"


def test_numbers_of_a_gguf_file_and_made_files_are_shown(folder):
    made = plan(diagnosed(folder / "model.gguf", finding(EOS)))
    place = made.changes[0].offset
    (folder / "Modelfile").write_bytes(NEW)
    wrong = NUMBER | {"before": "03000000", "after": "02000000", "offset": place}
    plant(folder, CREATED | {"file": "Modelfile"}, wrong)
    number, deleted = preview_undo(folder).steps
    assert "@@ tokenizer.ggml.eos_token_id @@\n-2\n+3\n" in number.diff
    assert deleted.sentence == "Modelfile is deleted."
    assert '-{"eos_token_id": 2}' in deleted.diff
    undo(folder, shown=preview_undo(folder))
    assert not (folder / "Modelfile").exists()


def test_a_link_back_into_the_model_s_own_cache_is_allowed(folder, tmp_path):
    shutil.rmtree(folder / "sub")
    snapshot = as_cached(folder, tmp_path / "cache")
    path = snapshot / "config.json"
    link = str(path.readlink())
    path.unlink()
    path.write_bytes(OLD)
    entry = {"how": "unlinked", "before": sha(NEW), "after": sha(OLD), "link": link}
    plant(snapshot, entry)
    (step,) = preview_undo(snapshot).steps
    assert step.sentence == f"config.json becomes a link to {link}."
    undo(snapshot, shown=preview_undo(snapshot))
    assert str(path.readlink()) == link


def test_a_fix_of_another_user_is_foreign_and_one_of_the_same_is_not(folder, monkeypatch, tmp_path):
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    with monkeypatch.context() as other:
        other.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
        with pytest.raises(ForeignFixError):
            undo(folder, force=True)
    undo(folder)
    assert not (folder / "generation_config.json").exists()


def test_a_fix_upon_a_foreign_one_does_not_make_that_own(folder):
    plant(folder, {})
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    undo(folder)
    with pytest.raises(ForeignFixError):
        undo(folder)


def test_a_foreign_number_does_not_keep_own_fixes_from_being_undone(folder):
    plant(folder, {}, number=10**300)
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    assert undo(folder) == ("generation_config.json",)


def test_a_sealed_fix_that_was_altered_is_foreign(folder):
    apply(plan(diagnosed(folder, finding(STOP_LIST))))
    journal = folder / ".endstop" / "journal.json"
    changed = journal.read_text(encoding="utf-8").replace("EOS001", "EOS002")
    journal.write_text(changed, encoding="utf-8")
    with pytest.raises(ForeignFixError):
        undo(folder)


@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder"])
def test_a_journal_that_is_no_file_is_a_sentence(folder, tmp_path, kind):
    journal = folder / ".endstop" / "journal.json"
    journal.parent.mkdir()
    match kind:
        case "pipe":
            os.mkfifo(journal)
        case "device":
            journal.symlink_to("/dev/zero")
        case "link":
            journal.symlink_to(tmp_path / "config.json")
        case "folder":
            journal.mkdir()
    assert not can_undo(folder)
    with pytest.raises(FixError, match="cannot be read"):
        undo(folder)
    with pytest.raises(FixError, match="cannot be read"):
        apply(plan(diagnosed(folder, finding(STOP_LIST))))


def test_a_backup_behind_a_link_is_not_taken(folder, tmp_path):
    plant(folder, {})
    backup = folder / ".endstop" / "backup-1"
    backup.rename(tmp_path / "elsewhere")
    backup.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FixError, match=r"The backup of config\.json is damaged"):
        preview_undo(folder)


def test_weights_are_no_settings():
    assert not any("safetensors" in name or name.endswith(".gguf") for name in SETTINGS)
