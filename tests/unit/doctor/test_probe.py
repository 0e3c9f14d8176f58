"""The probe tells a model whose files are wrong from one that never learnt to stop."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.facts.subject import Subject
from endstop.doctor.probe import ANSWER_LIMIT, RUN_ON, ProbeReport, probe
from endstop.doctor.runtimes.runtime import EffectiveStopSet, RuntimeName
from endstop.engines.engine import Token, TokenRank
from tests.support.folders import make_folder

END, TURN_END = 256, 258


@dataclass
class ScriptedTarget:
    """Writes `ids`, then the turn end for ever; its ranks are given."""

    ids: list[int]
    after: dict[int, float] = field(default_factory=lambda: {TURN_END: 0.98})
    never_ends: bool = False

    def write(self, stop_ids, limit):
        for number in range(limit):
            own = self.ids[number] if number < len(self.ids) else TURN_END
            token_id = 97 if self.never_ends else own
            yield Token(token_id, f"<{token_id}>", False, False, 0.5)
            if token_id in stop_ids:
                return

    def ranks(self, ids):
        likeliest = max(self.after, key=self.after.get)
        ranked = sorted(self.after, key=self.after.get, reverse=True)
        wanted = [likeliest, *(i for i in ids if i != likeliest)]
        return [
            TokenRank(
                i,
                f"<{i}>",
                self.after.get(i, 0.0),
                ranked.index(i) + 1 if i in self.after else 9,
            )
            for i in wanted
        ]


def subject(folder: Path, listed: int) -> Subject:
    made = make_folder(folder, generation_config={"eos_token_id": listed})
    examined = Subject(Checkpoint(made))
    listed_alone = EffectiveStopSet(frozenset({listed}), "as listed")
    examined.__dict__["stop_sets"] = {RuntimeName.TRANSFORMERS: listed_alone}
    return examined


def report(examined: Subject, target: ScriptedTarget) -> ProbeReport:
    last = list(probe(examined, target))[-1]
    assert isinstance(last, ProbeReport)
    return last


def test_a_right_model_with_right_files_gives_no_finding(tmp_path):
    found = report(subject(tmp_path, TURN_END), ScriptedTarget([97] * 5))
    assert found.findings == ()
    assert found.patched.stopped
    assert found.files_alone.stopped
    assert len(found.patched.tokens) == 6


def test_a_right_model_with_wrong_files_is_ended_by_the_patch_alone(tmp_path):
    found = report(subject(tmp_path, END), ScriptedTarget([97] * 5))
    assert [finding.code for finding in found.findings] == ["EOS070"]
    assert found.patched.stopped
    assert not found.files_alone.stopped
    assert len(found.files_alone.tokens) == 6 + RUN_ON
    assert "token 6" in found.findings[0].message


def test_a_model_that_never_learnt_its_turn_end_is_told_from_it(tmp_path):
    unlearnt = {END: 0.9, TURN_END: 1e-6}
    found = report(subject(tmp_path, END), ScriptedTarget([97] * 5 + [END], unlearnt))
    assert [finding.code for finding in found.findings] == ["EOS071"]
    assert "<256>" in found.findings[0].message


def test_a_model_that_writes_nothing_is_said_so(tmp_path):
    found = report(subject(tmp_path, TURN_END), ScriptedTarget([]))
    assert [finding.code for finding in found.findings] == ["EOS072"]


def test_a_model_that_never_ends_is_cut_and_not_blamed_on_the_files(tmp_path):
    target = ScriptedTarget([], {97: 0.9, TURN_END: 1e-9}, never_ends=True)
    found = report(subject(tmp_path, END), target)
    assert len(found.patched.tokens) == ANSWER_LIMIT
    assert [finding.code for finding in found.findings] == ["EOS071"]


def test_progress_counts_the_tokens_of_both_trials(tmp_path):
    steps = list(probe(subject(tmp_path, TURN_END), ScriptedTarget([97] * 3)))[:-1]
    assert [(step.trial, step.tokens) for step in steps] == [
        (trial, tokens) for trial in (1, 2) for tokens in (1, 2, 3, 4)
    ]


@pytest.mark.mlx
def test_the_bundled_model_learnt_its_turn_end_and_its_files_are_wrong(engine):
    from endstop.assets import bundled_model
    from endstop.documents.renderer import Renderer
    from endstop.extraction.probe_target import SampleTarget

    examined = Subject(Checkpoint(bundled_model()))
    with Renderer() as renderer:
        found = report(examined, SampleTarget(engine, renderer, lambda: False))
    assert [finding.code for finding in found.findings] == ["EOS070"]
    assert found.ranks[0].id == TURN_END
    assert found.ranks[0].probability > 0.9
    assert found.files_alone.text.startswith(found.patched.text)
