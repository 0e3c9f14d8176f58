"""What a document goes through, without Qt."""

from pathlib import Path

import pytest

from endstop.documents.source import Document
from endstop.engines.engine import Token
from endstop.engines.stop import StopReason, StopReport
from endstop.errors import DocumentError, ModelError, PasswordNeededError
from endstop.extraction.events import (
    Cancelled,
    Completed,
    Failed,
    Prefilled,
    Prepared,
    Rendered,
    TokensArrived,
)
from endstop.extraction.request import Request
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.wording import Tone, status_text, tone_of
from endstop.gui.result.result_notes import foot_of
from endstop.results.result import Problem
from endstop.schemas.load import load_schema
from tests.gui.results import SOURCE, extraction

REQUEST = Request(SOURCE, load_schema("slip"))


@pytest.fixture
def entry() -> DocumentEntry:
    made = DocumentEntry(1, Path("/in/slip.pdf"))
    made.recognised(SOURCE)
    made.opened(Document(SOURCE, 2))
    made.queue(REQUEST)
    return made


def written(text: str) -> TokensArrived:
    return TokensArrived(tuple(Token(ord(each), each, False, False, 0.9) for each in text))


def test_a_run_goes_through_its_states(entry):
    assert status_text(entry) == "2 pages · Waiting"
    assert status_text(entry, model_ready=False) == "2 pages · Waiting for the model"
    entry.begin()
    entry.apply(Rendered(1, 2))
    assert status_text(entry) == "2 pages · Rendering"
    entry.apply(Prepared((1, 2)))
    entry.apply(Prefilled(50, 200))
    assert status_text(entry) == "2 pages · Reading · 25 %"
    entry.apply(written('{"vendor":'))
    assert status_text(entry) == "2 pages · Extracting · 10 tokens"
    assert tone_of(entry) is Tone.ACTIVE
    entry.apply(Completed(extraction()))
    assert status_text(entry) == "2 pages · Done"
    assert tone_of(entry) is Tone.GOOD


def test_progress_grows_with_the_names_written_also_when_they_come_in_pieces(entry):
    entry.begin()
    seen = []
    for piece in ('{"ven', 'dor":"Acme","invoice', '_number":"1","total":', "7}"):
        entry.apply(written(piece))
        seen.append(entry.progress)
    assert seen == [0, pytest.approx(1 / 9), pytest.approx(3 / 9), pytest.approx(3 / 9)]


@pytest.mark.parametrize(
    ("stop", "problems", "state", "says"),
    [
        (StopReason.STOP_TOKEN, 1, DocumentState.TO_CHECK, "Done · 1 to check"),
        (StopReason.LENGTH, 1, DocumentState.INCOMPLETE, "Incomplete · at a limit"),
        (StopReason.REPETITION, 1, DocumentState.INCOMPLETE, "Incomplete · repeated itself"),
    ],
)
def test_what_is_not_whole_is_never_called_done(entry, stop, problems, state, says):
    entry.begin()
    found = [Problem("/vendor", "wrong")] * problems
    entry.apply(Completed(extraction({}, *found, stop=StopReport(stop))))
    assert entry.state is state
    assert status_text(entry).endswith(says)
    assert tone_of(entry) is Tone.WARN


def test_a_stop_keeps_what_was_written(entry):
    entry.begin()
    partial = extraction({}, stop=StopReport(StopReason.CANCELLED))
    entry.apply(Cancelled(partial))
    assert entry.extraction is partial
    assert status_text(entry) == "2 pages · Stopped · incomplete"


def test_a_run_without_an_answer_leaves_the_result_before_it(entry):
    first = extraction()
    entry.begin()
    entry.apply(Completed(first))
    entry.exported = True
    for end in (Cancelled(None), Failed(ModelError("Out of memory.", "Close something."))):
        entry.queue(REQUEST)
        entry.begin()
        entry.apply(end)
        assert entry.extraction is first
        assert not entry.unexported
    assert entry.state is DocumentState.FAILED
    foot = foot_of(entry, None, tokens_shown=False)
    assert "Out of memory. Close something. This is the result before it." in foot.sentence


def test_a_stop_before_the_first_token_leaves_nothing(entry):
    entry.begin()
    entry.apply(Cancelled(None))
    assert status_text(entry) == "2 pages · Stopped"


def test_leaving_the_queue_gives_the_state_before_it(entry):
    entry.withdraw()
    assert entry.state is DocumentState.READY
    entry.begin()
    entry.apply(Completed(extraction()))
    entry.queue(REQUEST)
    entry.withdraw()
    assert entry.state is DocumentState.DONE


def test_a_file_that_cannot_be_opened_fails_unless_a_run_says_more(entry):
    assert entry.opened(DocumentError("It is broken."))
    assert status_text(entry) == "2 pages · It is broken."
    entry.begin()
    assert not entry.opened(DocumentError("It is broken."))
    entry.apply(Failed(PasswordNeededError("It is locked.")))
    assert entry.state is DocumentState.LOCKED
    assert status_text(entry) == "2 pages · Needs a password"
