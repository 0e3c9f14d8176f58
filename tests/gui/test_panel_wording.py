"""The panel's words, colours and buttons, without a window."""

from dataclasses import replace

import pytest

from endstop.doctor.fixes.apply import Applied
from endstop.doctor.fixes.verify import Outcome
from endstop.doctor.probe import ProbeReport, Trial
from endstop.engines.engine import Token, TokenRank
from endstop.errors import ModelError
from endstop.gui.diagnostics.examination import examine, health_of, probed
from endstop.gui.diagnostics.examined_model import ExaminedModel
from endstop.gui.diagnostics.panel_state import Surroundings, panel_state
from endstop.gui.diagnostics.panel_wording import (
    evidence_brief,
    finding_details,
    fix_label,
    outcome_sentence,
    plan_sentence,
    probe_activity,
    ranks_line,
    remedy_of,
    runtime_tip,
    sentence,
)
from endstop.gui.widgets.health import Health, health_word
from tests.support.file_fixtures import FILE_FIXTURES, model
from tests.support.mending import STOP_LIST, finding
from tests.support.weight_fixtures import WEIGHT_FIXTURES


def trigger(code, folder):
    table = WEIGHT_FIXTURES if code in WEIGHT_FIXTURES else FILE_FIXTURES
    return examine(table[code][0](folder / code))


def near_miss(code, folder):
    table = WEIGHT_FIXTURES if code in WEIGHT_FIXTURES else FILE_FIXTURES
    return examine(table[code][1](folder / code))


@pytest.mark.parametrize(
    ("code", "health"),
    [
        ("EOS001", Health.PATCHED),
        ("EOS011", Health.BAD),
        ("EOS012", Health.BAD),
        ("EOS030", Health.BAD),
        ("EOS040", Health.GOOD),
    ],
)
def test_red_runs_on_here_too_amber_elsewhere(tmp_path, code, health):
    examination = trigger(code, tmp_path)
    assert health_of(examination) is health
    assert health_word(health)


def test_a_model_without_an_error_is_green_and_without_a_turn_end_grey(tmp_path):
    assert health_of(near_miss("EOS001", tmp_path)) is Health.GOOD
    assert health_of(examine(model(template=None)(tmp_path / "bare"))) is Health.UNKNOWN


def test_an_unreadable_model_is_red_and_one_under_examination_grey(tmp_path):
    assert ExaminedModel(tmp_path).health is Health.UNKNOWN
    assert "is being examined" in ExaminedModel(tmp_path).verdict
    broken = ExaminedModel(tmp_path, error=ModelError("It is broken.", "Mend it."))
    assert broken.health is Health.BAD
    assert broken.verdict == "It is broken. Mend it."


def test_the_first_clause_and_the_turn_end_are_bold(tmp_path):
    said = sentence(trigger("EOS001", tmp_path))
    assert said.startswith("<b>This model will not stop in transformers")
    assert ":</b> its turns end with <b>&lt;\u2060|\u2060im_end\u2060|\u2060&gt;</b> (258)" in said
    assert said.endswith("Endstop patches that: runs here stop.")


def test_a_model_that_runs_on_here_too_is_not_called_patched(tmp_path):
    assert "Endstop patches" not in sentence(trigger("EOS030", tmp_path))


def test_details_escape_what_files_say(tmp_path):
    odd = replace(finding(), message="<img src=x>", file="<b>")
    assert "<img" not in finding_details(odd)
    assert "&lt;b&gt;" in finding_details(odd)
    assert evidence_brief(odd) == "<b>"


def test_a_remedy_says_who_does_it():
    edit = STOP_LIST
    assert remedy_of(finding(edit)) == "The fix: Mend it."
    assert remedy_of(finding(edit, automatic=False)) == "A fix to choose: Mend it."
    assert remedy_of(finding()) == "Advice: Mend it."
    assert remedy_of(replace(finding(), fix=None)) == ""


def test_the_fix_button_names_its_file(tmp_path):
    mended = trigger("EOS001", tmp_path)
    assert fix_label(mended) == "Fix generation_config.json…"
    assert fix_label(None) == fix_label(near_miss("EOS012", tmp_path)) == "Fix…"
    assert plan_sentence(mended.plan) == "Changes generation_config.json and mends EOS001."
    assert "Nothing is chosen" in plan_sentence(replace(mended.plan, changes=()))


def test_an_outcome_says_what_is_gone_what_stayed_and_what_came(tmp_path):
    examination = trigger("EOS001", tmp_path)
    outcome = Outcome(
        Applied(("a.json", "b.json"), ()),
        examination.diagnosis,
        gone=(finding(code="EOS001"), finding(code="EOS001")),
        stayed=(finding(code="EOS005"),),
        came=(finding(code="EOS007"),),
    )
    assert outcome_sentence(outcome) == (
        "Changed a.json, b.json. Gone: EOS001. Still there: EOS005. New: EOS007."
    )


def test_each_runtime_says_whether_it_stops_and_why(tmp_path):
    rows = {row.name.value: runtime_tip(row) for row in trigger("EOS001", tmp_path).matrix}
    assert "does not stop. Stop set: 256. generation_config.json" in rows["transformers"]
    assert "stops. Stop set: 256, 258." in rows["vllm"]
    assert len(rows) == 13


def test_the_probe_replaces_what_an_earlier_one_found(tmp_path):
    examination = trigger("EOS001", tmp_path)
    before = [each.code for each in examination.findings]
    with_first = probed(
        examination, report(replace(finding(code="EOS072"), beyond_stop_lists=True))
    )
    assert health_of(with_first) is Health.BAD
    with_second = probed(with_first, report(finding(code="EOS070")))
    assert sorted(each.code for each in with_second.findings) == sorted([*before, "EOS070"])
    assert "After a finished answer" in with_second.report


def test_ranks_and_progress_are_figures():
    assert ranks_line(report()) == (
        "After a finished answer: <|im_end|> (258) 100 %, rank 1 · "
        "<|endoftext|> (256) 4.4e-11 %, rank 39"
    )
    assert probe_activity(0, 0) == "The probe reads its question"
    assert probe_activity(2, 57) == "Probe: answer 2 of 2, 57 tokens"


def test_buttons_follow_what_is_known(tmp_path):
    examination = trigger("EOS001", tmp_path)
    patient = ExaminedModel(examination.path, examination)
    own = panel_state(patient, Surroundings(location="x", loaded=True))
    assert (own.can_fix, own.can_probe, own.can_undo, own.can_load) == (True, True, False, False)
    loading = panel_state(patient, Surroundings(location="x"))
    assert not loading.can_probe
    probing = panel_state(patient, Surroundings(location="x", loaded=True, probing=True))
    assert (probing.can_fix, probing.can_probe, probing.probing) == (False, True, True)
    guest = panel_state(patient, Surroundings(location="x", guest=True))
    assert (guest.can_load, guest.can_probe, guest.guest) == (True, True, str(examination.path))


def test_a_model_that_could_not_be_loaded_says_so_beside_its_verdict(tmp_path):
    examination = trigger("EOS001", tmp_path)
    around = Surroundings(location="x", load_error=ModelError("No weights."))
    said = panel_state(ExaminedModel(examination.path, examination), around).sentence
    assert said.endswith("<b>It could not be loaded:</b> No weights.")


def test_a_server_has_no_files(tmp_path):
    state = panel_state(None, Surroundings(location="http://host:1/v1"))
    assert state.sentence == "http://host:1/v1 is an address: there are no files to examine."
    assert not state.examined


def report(*findings):
    end = Token(258, "<|im_end|>", True, False, 1.0)
    trial = Trial(frozenset({258}), (end,), stopped=True)
    ranks = (TokenRank(258, end.text, 1.0, 1), TokenRank(256, "<|endoftext|>", 4.36e-13, 39))
    return ProbeReport(trial, trial, ranks, findings)
