"""Every fix mends what it says, brings nothing new, and can be taken back."""

import pytest

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Severity
from endstop.doctor.fixes.plan import automatic, folder_of, plan
from endstop.doctor.fixes.undo import undo
from endstop.doctor.fixes.verify import fix_and_verify
from tests.support.doctor_fixtures import FIXTURES
from tests.support.mending import content

SERIOUS = (Severity.ERROR, Severity.WARNING)


@pytest.mark.parametrize("code", sorted(FIXTURES))
def test_the_fixes_of_a_model_mend_it_and_can_be_undone(code, tmp_path):
    path = FIXTURES[code][0](tmp_path / "model")
    diagnosis = diagnose(path)
    made = plan(diagnosis)
    assert made.mends == automatic(diagnosis), made.left_out
    if not made.mends:
        assert made.changes == ()
        return
    assert made.changes
    before = content(folder_of(path))
    outcome = fix_and_verify(made)
    assert outcome.stayed == ()
    assert [finding for finding in outcome.came if finding.severity in SERIOUS] == []
    assert not plan(outcome.diagnosis).changes
    undo(path)
    assert content(folder_of(path)) == before


@pytest.mark.parametrize("code", sorted(FIXTURES))
def test_each_fix_that_needs_a_yes_mends_its_finding(code, tmp_path):
    path = FIXTURES[code][0](tmp_path / "model")
    before = content(folder_of(path))
    for number in range(len(diagnose(path).findings)):
        diagnosis = diagnose(path)
        finding = diagnosis.findings[number]
        if finding.fix is None or finding.fix.automatic or not finding.fix.edits:
            continue
        outcome = fix_and_verify(plan(diagnosis, [finding]))
        assert outcome.stayed == (), finding
        assert [new for new in outcome.came if new.severity is Severity.ERROR] == []
        undo(path)
        assert content(folder_of(path)) == before
