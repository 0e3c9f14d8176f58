"""What people reported is found: each case that can be rebuilt, with every code it stands for."""

import pytest

from endstop.doctor.diagnose import diagnose
from tests.support.corpus import BEYOND_FILES, CASES, NOT_REBUILT, Case

REPORTED = 62


@pytest.mark.parametrize("case", CASES, ids=[f"{c.id}-{'-'.join(c.codes)}" for c in CASES])
def test_the_codes_of_a_reported_case_are_found(case: Case, tmp_path):
    findings = diagnose(case.build(tmp_path / "model")).findings
    found = {f.code for f in findings} | {code for f in findings for code in f.covers}
    assert set(case.codes) <= found


def test_every_reported_case_is_rebuilt_or_has_a_reason():
    rebuilt = {case.id for case in CASES}
    assert not rebuilt & set(NOT_REBUILT)
    assert len(rebuilt) + len(NOT_REBUILT) == REPORTED
    assert len(rebuilt) == 52


def test_what_files_cannot_show_belongs_to_rebuilt_cases():
    found = {(case.id, code) for case in CASES for code in case.codes}
    for entry in BEYOND_FILES:
        case, code = entry.split()
        assert case in {c.id for c in CASES}
        assert (case, code) not in found
