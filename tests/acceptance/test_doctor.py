"""`endstop doctor` on the bundled model: found, told, mended, verified, taken back."""

import hashlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from endstop.assets import bundled_model
from tests.support.mending import as_cached, content

TURN_END = 258
RUNTIMES = [
    "transformers",
    "mlx-lm",
    "mlx-lm-0.31",
    "mlx-vlm",
    "mlx-vlm-0.6",
    "vllm",
    "sglang",
    "tgi",
    "llama.cpp",
    "ollama-mlx",
    "lm-studio",
    "omlx",
    "mlx-swift",
]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the bundled model, in a folder whose name asks for trouble."""
    target = tmp_path / "odd [1] 'name' \x1b[31m 模型"
    shutil.copytree(bundled_model(), target)
    return target


def report(process: subprocess.CompletedProcess[str]) -> dict:
    models = json.loads(process.stdout)
    assert len(models) == 1
    return models[0]


def test_the_bundled_model_is_found_not_to_stop(endstop, model):
    process = endstop("doctor", model)
    assert process.returncode == 1, process.stderr
    assert "EOS001" in process.stdout
    assert "This model will not stop in" in process.stdout
    assert "its turns end with <|im_end|> (258), which generation_config.json does not list." in (
        " ".join(process.stdout.split())
    )
    assert "\x1b" not in process.stdout
    assert "\\x1b[31m" in process.stdout


def test_the_json_report_has_exactly_the_promised_form(endstop, model):
    process = endstop("doctor", model, "--json")
    assert process.returncode == 1
    found = report(process)
    assert list(found) == ["path", "turn_end", "stop_sets", "findings"]
    assert found["path"] == str(model)
    assert found["turn_end"] == [
        {"id": TURN_END, "text": "<|im_end|>", "source": "chat_template.jinja"}
    ]
    assert list(found["stop_sets"]) == RUNTIMES
    for stop_set in found["stop_sets"].values():
        assert list(stop_set) == ["ids", "stops", "why"]
        assert stop_set["ids"] == sorted(stop_set["ids"])
        assert stop_set["stops"] in (True, False, None)
        assert stop_set["why"]
    assert found["stop_sets"]["transformers"]["stops"] is False
    keys = ["code", "severity", "title", "message", "file", "evidence", "fix"]
    assert all(list(finding) == keys for finding in found["findings"])
    first = found["findings"][0]
    assert (first["code"], first["severity"]) == ("EOS001", "error")
    assert first["file"] == "generation_config.json"
    assert list(first["evidence"][0]) == ["key", "found", "wanted"]
    assert first["evidence"][0]["found"] == 256
    assert first["fix"]["automatic"] is True
    ranks = [["error", "warning", "info"].index(f["severity"]) for f in found["findings"]]
    assert ranks == sorted(ranks)


def test_a_fix_is_made_verified_and_taken_back(endstop, model):
    before = content(model)
    process = endstop("doctor", model, "--fix", "--yes")
    assert process.returncode == 0, process.stdout + process.stderr
    assert "--- a/generation_config.json" in process.stdout
    assert "Mended: EOS001" in process.stdout
    changed = {name for name, entry in content(model).items() if before.get(name) != entry}
    assert {name for name in changed if not name.startswith(".endstop")} == {
        "generation_config.json"
    }
    after = report(endstop("doctor", model, "--json"))
    assert all(stop_set["stops"] is not False for stop_set in after["stop_sets"].values())
    assert endstop("doctor", model, "--undo").returncode == 0
    assert content(model) == before
    assert endstop("doctor", model).returncode == 1


def test_the_real_runtimes_stop_after_the_fix(endstop, model):
    from mlx_vlm.utils import load_config, resolve_eos_token_ids
    from transformers import AutoTokenizer, GenerationConfig

    def listed_by_transformers() -> list[int]:
        return _as_list(GenerationConfig.from_pretrained(str(model)).eos_token_id)

    def listed_by_mlx_vlm() -> list[int]:
        return _as_list(load_config(model)["eos_token_id"])

    assert TURN_END not in listed_by_transformers()
    assert TURN_END not in listed_by_mlx_vlm()
    assert endstop("doctor", model, "--fix", "--yes").returncode == 0
    assert TURN_END in listed_by_transformers()
    tokenizer = AutoTokenizer.from_pretrained(str(model))
    assert TURN_END in listed_by_mlx_vlm()
    assert TURN_END in resolve_eos_token_ids(listed_by_mlx_vlm(), tokenizer)


def _as_list(ids: int | list[int]) -> list[int]:
    return ids if isinstance(ids, list) else [ids]


def test_with_json_the_report_after_the_fix_is_all_that_is_printed(endstop, model):
    process = endstop("doctor", model, "--fix", "--yes", "--json")
    assert process.returncode == 0
    assert "EOS001" not in [finding["code"] for finding in report(process)["findings"]]
    assert "--- a/generation_config.json" in process.stderr


def test_a_model_that_cannot_be_mended_is_reported_nonetheless(endstop, model):
    model.chmod(0o555)
    try:
        process = endstop("doctor", model, "--fix", "--yes", "--json")
        assert process.returncode == 1
        assert report(process)["findings"][0]["code"] == "EOS001"
    finally:
        model.chmod(0o755)


def test_a_fix_needs_a_yes(endstop, model):
    before = content(model)
    process = endstop("doctor", model, "--fix", stdin=subprocess.DEVNULL)
    assert process.returncode == 2
    assert "--yes" in process.stderr
    assert content(model) == before


def on_terminal(answer: bytes, *arguments: object, **environment: str) -> tuple[int, str]:
    """Run the command on a terminal where somebody types the answer."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [Path(sys.executable).with_name("endstop"), *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"} | environment,
    )
    os.close(theirs)
    os.write(ours, answer)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # the terminal's other end is closed
        pass
    os.close(ours)
    return process.wait(120), shown.decode()


def test_a_no_on_the_terminal_changes_nothing(model):
    before = content(model)
    code, shown = on_terminal(b"n\n" * 9, "doctor", model, "--fix")
    assert code == 1
    assert "[y/N]" in shown
    assert "Nothing was changed." in shown
    assert content(model) == before


def test_a_yes_on_the_terminal_mends(model):
    code, shown = on_terminal(b"y\n" * 9, "doctor", model, "--fix")
    assert code == 0, shown
    assert "Mended: EOS001" in shown


def test_colours_are_for_terminals_whose_user_wants_them(model):
    assert "\x1b[1m" in on_terminal(b"", "doctor", model)[1]
    assert "\x1b" not in on_terminal(b"", "doctor", model, NO_COLOR="1")[1]


def test_a_read_only_folder_is_told_and_left_alone(endstop, model):
    before = content(model)
    model.chmod(0o555)
    try:
        process = endstop("doctor", model, "--fix", "--yes")
        assert process.returncode == 1
        assert "read-only. Nothing was changed." in process.stderr
        assert content(model) == before
    finally:
        model.chmod(0o755)


def test_a_cache_is_not_written_through_its_links(endstop, model, tmp_path):
    snapshot = as_cached(model, tmp_path / "cache")
    before = content(tmp_path / "cache")
    blobs = content(snapshot.parent.parent / "blobs")
    process = endstop("doctor", tmp_path / "cache", "--fix", "--yes")
    assert process.returncode == 0, process.stdout + process.stderr
    assert "generation_config.json was a link to ../../blobs/" in process.stdout
    assert content(snapshot.parent.parent / "blobs") == blobs
    assert not (snapshot / "generation_config.json").is_symlink()
    assert endstop("doctor", snapshot, "--undo").returncode == 0
    assert content(tmp_path / "cache") == before


def test_a_file_changed_after_the_fix_is_kept_unless_its_loss_is_agreed_to(endstop, model):
    before = content(model)
    endstop("doctor", model, "--fix", "--yes")
    path = model / "generation_config.json"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    process = endstop("doctor", model, "--undo", stdin=subprocess.DEVNULL)
    assert process.returncode == 1
    assert "was changed after the fix" in process.stderr
    assert endstop("doctor", model, "--undo", "--yes").returncode == 0
    assert content(model) == before


def plant_a_journal(model: Path) -> None:
    """A journal as a stranger might put it into a folder: it makes config.json what it is not."""
    kept = model / ".endstop" / "backup-1" / "config.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("{}\n", encoding="utf-8")
    entry = {
        "file": "config.json",
        "how": "replaced",
        "before": hashlib.sha256(kept.read_bytes()).hexdigest(),
        "after": hashlib.sha256((model / "config.json").read_bytes()).hexdigest(),
        "offset": None,
        "link": "",
    }
    fix = {"number": 1, "model": "", "codes": [], "entries": [entry]}
    journal = model / ".endstop" / "journal.json"
    journal.write_text(json.dumps({"format": 1, "fixes": [fix]}), encoding="utf-8")


def test_a_fix_that_came_with_the_folder_is_not_undone_unseen(endstop, model):
    plant_a_journal(model)
    before = content(model)
    for arguments in (["--undo"], ["--undo", "--yes"]):
        process = endstop("doctor", model, *arguments, stdin=subprocess.DEVNULL)
        assert process.returncode == 1
        assert "was not made by this user's Endstop" in process.stderr
        assert "at a terminal shows what undoing it would change" in process.stderr
        assert on_terminal(b"y\n" * 9, "doctor", model, "--undo", "--yes")[0] == 1
        assert content(model) == before


@pytest.mark.parametrize(("answer", "code"), [(b"n\n", 1), (b"y\n", 0)])
def test_a_fix_that_came_with_the_folder_is_shown_and_asked_about(model, answer, code):
    plant_a_journal(model)
    before = content(model)
    found, shown = on_terminal(answer, "doctor", model, "--undo")
    assert found == code, shown
    assert "config.json is replaced by its backup." in shown
    assert "--- a/config.json" in shown
    assert "[y/N]" in shown
    assert (content(model) == before) == bool(code)


def test_what_a_killed_fix_left_goes_at_the_next_examination(endstop, model):
    (model / ".endstop-0123.tmp").touch()
    before = content(model)
    endstop("doctor", model)
    assert before.keys() - content(model).keys() == {".endstop-0123.tmp"}


def test_a_gate_does_not_pass_what_cannot_be_told(endstop, model):
    assert endstop("doctor", model, "--fix", "--yes").returncode == 0
    template = "{{ raise_exception('no') }}"
    (model / "chat_template.jinja").write_text(template, encoding="utf-8")
    for arguments in ([], ["--runtime", "vllm"]):
        process = endstop("doctor", model, *arguments)
        assert process.returncode == 1
        assert "cannot be told" in process.stdout


def test_without_a_fix_there_is_nothing_to_undo(endstop, model):
    process = endstop("doctor", model, "--undo")
    assert process.returncode == 1
    assert "There is no fix of" in process.stderr


def test_a_runtime_alone_decides_when_it_is_named(endstop, model):
    assert endstop("doctor", model, "--runtime", "transformers").returncode == 1
    process = endstop("doctor", model, "--runtime", "vllm", "--json")
    assert process.returncode == 0, process.stdout
    assert list(report(process)["stop_sets"]) == ["vllm"]


def test_an_unknown_runtime_is_refused_with_the_known_ones(endstop, model):
    process = endstop("doctor", model, "--runtime", "nonesuch")
    assert process.returncode == 2
    assert all(name in process.stderr for name in RUNTIMES)


def test_patterns_folders_of_models_and_their_files_are_understood(endstop, tmp_path):
    for name in ("one", "two"):
        shutil.copytree(bundled_model(), tmp_path / name)
    both = [str(tmp_path / "one"), str(tmp_path / "two")]
    for arguments in (
        [tmp_path],
        [tmp_path / "*"],
        [tmp_path / "one" / "config.json", tmp_path / "one" / "tokenizer.json", tmp_path / "two"],
    ):
        process = endstop("doctor", "--json", *arguments)
        assert process.returncode == 1
        assert [found["path"] for found in json.loads(process.stdout)] == both


def test_the_worst_of_several_models_decides(endstop, model, tmp_path):
    mended = tmp_path / "mended"
    shutil.copytree(bundled_model(), mended)
    assert endstop("doctor", mended, "--fix", "--yes").returncode == 0
    assert endstop("doctor", mended, model).returncode == 1
    process = endstop("doctor", mended, model, tmp_path / "nothing", "--json")
    assert process.returncode == 2
    assert "nothing" in process.stderr
    assert len(json.loads(process.stdout)) == 2


@pytest.mark.parametrize("kind", ["missing", "empty", "broken", "gguf", "name"])
def test_what_is_no_model_is_a_sentence_and_code_2(endstop, tmp_path, kind):
    path = tmp_path / "model"
    match kind:
        case "empty":
            path.mkdir()
        case "broken":
            path.mkdir()
            (path / "config.json").write_text('{"model_type": ', encoding="utf-8")
        case "gguf":
            path = tmp_path / "model.gguf"
            path.write_bytes(b"GGUF" + bytes(20))
        case "name":
            path = tmp_path / ("x" * 5000)
    process = endstop("doctor", path)
    assert process.returncode == 2
    assert process.stderr.startswith("endstop: ")
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize("arguments", [["--yes"], ["--undo", "--json"], ["--fix", "--undo"]])
def test_options_that_do_not_go_together_are_refused(endstop, model, arguments):
    assert endstop("doctor", model, *arguments).returncode == 2


def test_neither_the_window_nor_the_engine_is_loaded(model):
    code = (
        "import sys; from endstop.cli.main import main; main(sys.argv[1:]);"
        "print({name.partition('.')[0] for name in sys.modules}"
        " & {'mlx', 'mlx_vlm', 'transformers', 'PySide6', 'torch'})"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, "doctor", model], capture_output=True, text=True, check=True
    )
    assert process.stdout.endswith("set()\n")


def test_the_pre_commit_hook_runs_on_the_files_of_a_model_alone(endstop, model):
    hook = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text())[0]
    files = re.compile(hook["files"])
    committed = [path for path in model.iterdir() if files.search(path.name)]
    assert {"config.json", "generation_config.json", "chat_template.jinja"} <= {
        path.name for path in committed
    }
    assert not any(files.search(name) for name in ("package.json", "src/myconfig.json", "a.py"))
    process = endstop(*hook["entry"].split()[1:], *committed, "--json")
    assert process.returncode == 1
    assert report(process)["path"] == str(model)


def test_the_probe_tells_that_the_model_is_right_and_its_files_are_wrong(endstop):
    process = endstop("doctor", bundled_model(), "--probe", "--json")
    assert process.returncode == 1
    (report,) = json.loads(process.stdout)
    assert {"EOS001", "EOS070"} <= {finding["code"] for finding in report["findings"]}
    assert "did not stop" in process.stderr
    assert "stopped at <|im_end|> (258)" in process.stderr
    assert "rank 1" in process.stderr
