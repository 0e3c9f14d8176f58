"""Nothing bad is said of a model whose files are right, whatever its family."""

import pytest

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Severity
from tests.support.families import FAMILIES, Family, make_family

ENDED = [family for family in FAMILIES if family.closing is not Closing.NONE]
names = {"argvalues": ENDED, "ids": [family.name for family in ENDED]}


def complaints(diagnosis):
    return [f for f in diagnosis.findings if f.severity is not Severity.INFO]


def test_there_are_many_families():
    assert len(ENDED) >= 30


@pytest.mark.parametrize("family", **names)
def test_no_error_and_no_warning_on_right_files(tmp_path, family: Family):
    assert complaints(diagnose(make_family(tmp_path / family.name, family))) == []


@pytest.mark.parametrize("family", **names)
def test_no_check_fails_on_right_files(tmp_path, family: Family, caplog):
    diagnose(make_family(tmp_path / family.name, family))
    assert not caplog.records


def test_a_template_that_never_closes_a_turn_is_warned_of(tmp_path):
    family = next(f for f in FAMILIES if f.closing is Closing.NONE)
    found = complaints(diagnose(make_family(tmp_path / family.name, family)))
    assert [finding.code for finding in found] == ["EOS017"]
