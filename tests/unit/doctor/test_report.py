"""The verdict in a sentence, and the reports for terminals, scripts and issues."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.doctor.reports.json import to_plain
from endstop.doctor.reports.layout import columns, harmless, wrapped
from endstop.doctor.reports.markdown import to_markdown
from endstop.doctor.reports.matrix import Stops, matrix
from endstop.doctor.reports.text import to_text
from endstop.doctor.reports.verdict import verdict
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from tests.support.folders import make_folder

END, TEXT_END = 258, 256
STOPPING = frozenset({END, TEXT_END})
DEAF = frozenset({TEXT_END})
ERROR = Finding(
    "EOS030",
    Severity.ERROR,
    "The row of <|im_end|> was never trained",
    "It is all zero. " * 20,
    "model.safetensors",
    (Evidence("lm_head[258]", {"largest": 0.0}, {"largest": 0.5}),),
    Fix("Train it", automatic=False),
    covers=("EOS035",),
)
WARNING = Finding("EOS002", Severity.WARNING, "Listed once", "Only | there.")


def runtime(name: RuntimeName, ids: frozenset[int] | None, *, refuses: bool = False) -> Runtime:
    stop_set = EffectiveStopSet(ids, "because of <|im_end|>.", refuses)
    return Runtime(name, "1.2.3", lambda _checkpoint: stop_set)


def diagnosed(folder: Path, sets: dict[RuntimeName, frozenset[int] | None], *found: Finding):
    runtimes = tuple(runtime(name, ids) for name, ids in sets.items())
    return Diagnosis(folder, Subject(Checkpoint(folder), runtimes), found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "model", generation_config={"eos_token_id": TEXT_END})


def test_the_verdict_names_who_runs_on_and_which_file_is_to_blame(folder):
    sets = {
        RuntimeName.TRANSFORMERS: DEAF,
        RuntimeName.OLLAMA_MLX: DEAF,
        RuntimeName.VLLM: STOPPING,
    }
    assert verdict(diagnosed(folder, sets)) == (
        "This model will not stop in transformers and Ollama (MLX): its turns end with "
        "<|im_end|> (258), which generation_config.json does not list."
    )


def test_the_verdict_counts_where_names_would_be_too_many(folder):
    names = list(RuntimeName)
    sets = dict.fromkeys(names[:6], DEAF) | dict.fromkeys(names[6:], STOPPING)
    assert "transformers, mlx-lm, mlx-lm 0.31 and 3 more: " in verdict(diagnosed(folder, sets))
    every = dict.fromkeys(names, DEAF)
    assert verdict(diagnosed(folder, every)).startswith("This model will not stop in any runtime: ")


def test_the_verdict_on_a_listed_turn_end_blames_the_runtime(tmp_path):
    folder = make_folder(tmp_path / "m", generation_config={"eos_token_id": [END]})
    assert verdict(diagnosed(folder, {RuntimeName.TGI: DEAF})) == (
        "This model will not stop in TGI: its turns end with <|im_end|> (258), which is not in the "
        "stop set there."
    )


def test_the_verdict_on_a_good_model_says_so_and_counts_warnings(folder):
    sets = dict.fromkeys(RuntimeName, STOPPING)
    good = "This model stops in every runtime: its turns end with <|im_end|> (258)."
    assert verdict(diagnosed(folder, sets)) == good
    assert verdict(diagnosed(folder, sets, WARNING)) == f"{good} There is 1 warning."


def test_the_verdict_on_right_files_and_wrong_weights_is_the_error(folder):
    sets = dict.fromkeys(RuntimeName, STOPPING)
    assert verdict(diagnosed(folder, sets, ERROR)) == (
        "This model has an error: The row of <|im_end|> was never trained."
    )


def test_the_verdict_on_a_model_without_template_is_that_it_cannot_be_told(tmp_path):
    folder = make_folder(tmp_path / "m", template=None)
    text = verdict(diagnosed(folder, {RuntimeName.VLLM: STOPPING}))
    assert text.startswith("Whether this model stops cannot be told: ")


def test_a_runtime_that_refuses_the_files_fails(folder):
    subject = Subject(Checkpoint(folder), (runtime(RuntimeName.VLLM, frozenset(), refuses=True),))
    diagnosis = Diagnosis(folder, subject, ())
    assert [row.stops for row in matrix(diagnosis)] == [Stops.FAILS]
    assert verdict(diagnosis) == "This model cannot run in vLLM."
    assert to_plain(diagnosis)["stop_sets"]["vllm"]["stops"] is None


def test_a_version_in_the_name_is_not_said_twice(folder):
    old = Runtime(RuntimeName.MLX_LM_0_31, "0.31.3", lambda _: EffectiveStopSet(None, ""))
    rows = matrix(Diagnosis(folder, Subject(Checkpoint(folder), (old,)), ()))
    assert rows[0].label == "mlx-lm 0.31.3"


@pytest.mark.parametrize("width", [40, 80, 100])
def test_the_text_keeps_to_the_width_and_puts_everything_in(folder, width):
    sets = {RuntimeName.TRANSFORMERS: DEAF, RuntimeName.VLLM: None}
    text = to_text(diagnosed(folder, sets, ERROR, WARNING), width)
    report = text.partition("\n")[2]  # the path is never broken
    assert all(columns(line) <= max(width, 64) for line in report.splitlines())
    for wanted in ("error EOS030", "warning EOS002", "lm_head[258]", "Advice: Train it.", "EOS035"):
        assert wanted in text
    assert text.index("EOS030") < text.index("EOS002") < text.index("transformers 1.2.3")
    assert "\x1b" not in text


def test_colours_change_nothing_but_colours(folder):
    diagnosis = diagnosed(folder, {RuntimeName.TRANSFORMERS: DEAF}, ERROR)
    coloured = to_text(diagnosis, coloured=True)
    assert "\x1b[1;31merror\x1b[0m" in coloured
    plain = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    assert plain == to_text(diagnosis)


def test_an_automatic_fix_says_how_to_get_it(folder):
    edit = JsonEdit("generation_config.json", ("eos_token_id",), [1])
    for automatic, wanted in ((True, "(--fix does it)"), (False, "(--fix asks you first)")):
        finding = Finding(
            "EOS001", Severity.ERROR, "T", "M", fix=Fix("Write it", automatic, (edit,))
        )
        assert wanted in to_text(diagnosed(folder, {}, finding))


def test_hostile_letters_cannot_steer_the_terminal(folder):
    hostile = Finding("EOS001", Severity.ERROR, "\x1b]0;x\x07", "a\u202eb\ud800\r", "f\x00")
    text = to_text(diagnosed(folder, {}, hostile))
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    text.encode()


def test_markdown_shows_markers_instead_of_obeying_them(folder):
    text = to_markdown(diagnosed(folder, {RuntimeName.TRANSFORMERS: DEAF}, ERROR, WARNING))
    assert text.startswith("### model\n\nThis model will not stop in transformers: ")
    assert "\\<\\|im\\_end\\|\\> (258)" in text
    assert "Only \\| there." in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[2] == "| transformers 1.2.3 | no | 256 | because of \\<\\|im\\_end\\|\\>. |"
    assert "- model.safetensors `lm_head[258]: largest 0.0 → largest 0.5`" in text


def test_long_evidence_is_shown_short(folder):
    found = {"largest": 0.5, "twins": list(range(226))}
    finding = Finding("EOS030", Severity.INFO, "T", "M", evidence=(Evidence("head[256]", found),))
    text = to_text(diagnosed(folder, {}, finding), 100)
    assert "head[256]: largest 0.5, twins [0, 1, 2, … 226 in all]" in text


class Strange:
    def __str__(self) -> str:
        return "strange"


def test_json_is_plain_whatever_the_evidence_holds(folder):
    evidence = Evidence("k", {1: (float("nan"), frozenset({2, 1}))}, [Strange(), b"x", None])
    finding = Finding("EOS006", Severity.ERROR, "T", "M", evidence=(evidence,))
    plain = to_plain(diagnosed(folder, {RuntimeName.TGI: None, RuntimeName.VLLM: DEAF}, finding))
    again = json.loads(json.dumps(plain, allow_nan=False))
    assert again == plain
    assert again["findings"][0]["evidence"] == [
        {"key": "k", "found": {"1": ["nan", [1, 2]]}, "wanted": ["strange", "b'x'", None]}
    ]
    assert again["stop_sets"]["tgi"] == {
        "ids": [],
        "stops": None,
        "why": "because of <|im_end|>.",
    }
    assert again["stop_sets"]["vllm"]["ids"] == [TEXT_END]


@given(st.text(), st.integers(20, 60))
def test_wrapping_loses_no_letter_and_keeps_to_the_width(text, width):
    shown = harmless(text)
    lines = wrapped(shown, width)
    assert "".join("".join(lines).split()) == "".join(shown.split())
    assert all(columns(line) <= width + 20 for line in lines)


def test_chinese_is_broken_between_ideographs_and_not_before_a_comma():
    lines = wrapped("这个模型不会停下来，因为它的回合以别的标记结束。" * 3, 21)
    assert all(columns(line) <= 23 for line in lines)
    assert len(lines) > 5
    assert not any(line.startswith(("，", "。")) for line in lines)
