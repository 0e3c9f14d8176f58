"""Whatever a model folder holds, the doctor answers: findings, or a sentence why not."""

import contextlib
import json
import time

import pytest

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.diagnose import Diagnosis, diagnose
from endstop.doctor.reports.json import to_plain
from endstop.doctor.reports.markdown import to_markdown
from endstop.doctor.reports.text import to_text
from endstop.errors import ModelError
from tests.support.hostile_folders import ENDLESS, make_endless, make_hostile

FOLDERS = 300
SLOWEST_S = 5  # of processor time, which another program's load does not change
HANG_S = 60
LONGEST = 40_000  # characters of a report


def examined(folder) -> Diagnosis | None:
    """The diagnosis, told in every form; None where the folder is refused in words."""
    diagnosis = None
    started, busy = time.monotonic(), time.process_time()
    with contextlib.suppress(ModelError):
        diagnosis = diagnose(folder)
    assert time.process_time() - busy < SLOWEST_S
    assert time.monotonic() - started < HANG_S
    if diagnosis is None:
        return None
    for text in (to_text(diagnosis), to_markdown(diagnosis)):
        assert text.encode("utf-8")
        assert len(text) < LONGEST
    assert json.dumps(to_plain(diagnosis), allow_nan=False)
    return diagnosis


@pytest.mark.parametrize("seed", range(FOLDERS))
def test_no_damage_makes_a_check_fail(tmp_path, caplog, seed):
    diagnosis = examined(make_hostile(tmp_path / "model", seed))
    assert [record.getMessage() for record in caplog.records] == []
    for finding in diagnosis.findings if diagnosis else ():
        assert "itself failed" not in finding.message
        assert len(finding.message) < 2000


@pytest.mark.parametrize("template", ENDLESS)
def test_a_template_that_does_not_end_is_told_and_hides_nothing_else(tmp_path, caplog, template):
    diagnosis = examined(make_endless(tmp_path / "model", template))
    assert diagnosis
    assert diagnosis.subject.turn_end.closing is Closing.UNKNOWN
    assert diagnosis.subject.turn_end.why == "the template does not render within 3 s"
    assert not caplog.records


def test_most_damaged_folders_can_still_be_examined(tmp_path):
    examinations = [examined(make_hostile(tmp_path / str(n), n)) for n in range(0, FOLDERS, 10)]
    assert sum(diagnosis is not None for diagnosis in examinations) > len(examinations) / 2
