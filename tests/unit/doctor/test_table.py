"""Every check is explained, has a code of its own, and a model that shows it."""

import sys

import pytest

from endstop.doctor.checks.check import Check
from endstop.doctor.checks.table import CHECKS
from endstop.doctor.diagnose import diagnose
from tests.support.doctor_fixtures import FIXTURES

CODES = [check.code for check in CHECKS]


def explanation(check: Check) -> str:
    return sys.modules[check.run.__module__].__doc__ or ""


def codes_found(path):
    findings = diagnose(path).findings
    return {finding.code for finding in findings} | {c for f in findings for c in f.covers}


def test_the_codes_are_unique_and_in_order():
    assert sorted(set(CODES)) == CODES
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_only_codes_of_the_table_cover_others():
    for check in CHECKS:
        assert set(check.covered_by) <= set(CODES) - {check.code}


@pytest.mark.parametrize("check", CHECKS, ids=CODES)
def test_a_check_explains_itself(check):
    text = explanation(check)
    assert len(text.strip().splitlines()) >= 6
    for part in ("What: ", "Why it hurts: ", "Example: ", "Remedy: "):
        assert part in text


def test_every_code_has_a_trigger_and_a_near_miss():
    assert sorted(FIXTURES) == CODES


@pytest.mark.parametrize("code", sorted(FIXTURES))
def test_the_trigger_is_found(code, tmp_path):
    assert code in codes_found(FIXTURES[code][0](tmp_path / "model"))


@pytest.mark.parametrize("code", sorted(FIXTURES))
def test_the_near_miss_is_not_found(code, tmp_path):
    assert code not in codes_found(FIXTURES[code][1](tmp_path / "model"))
