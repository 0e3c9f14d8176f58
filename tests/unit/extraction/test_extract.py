"""One request becomes events; the last one says how it ended, and nothing is raised."""

import json

import pytest
from PIL import Image

from endstop.documents.page_ranges import PageRanges
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.engines.stop import StopReason
from endstop.errors import GrammarError, ModelError, PasswordNeededError
from endstop.extraction.events import (
    Cancelled,
    Completed,
    Failed,
    Prefilled,
    Prepared,
    Rendered,
    TokensArrived,
)
from endstop.extraction.extract import extract
from endstop.extraction.request import Options, Request
from endstop.schemas.schema import ExtractionSchema
from tests.support.scripted_engine import ScriptedEngine

NAME = ExtractionSchema(
    "name", "Name", {"type": "object", "properties": {"name": {"type": "string"}}}
)
ANSWER = '{"name":"Ada"}'


@pytest.fixture(scope="module")
def renderer():
    with Renderer() as pages:
        yield pages


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "three.tiff"
    frames = [Image.radial_gradient("L").resize((80, 60 + number)) for number in range(3)]
    frames[0].save(path, save_all=True, append_images=frames[1:])
    return recognise(path)


def run(engine, renderer, source, schema=NAME, cancelled=lambda: False, **options):
    request = Request(source, schema, Options(**options))
    return list(extract(request, engine, renderer, cancelled))


def test_the_events_come_in_order(renderer, source):
    events = run(ScriptedEngine([ANSWER]), renderer, source)
    kinds = list(dict.fromkeys(type(event) for event in events))
    assert kinds == [Rendered, Prepared, Prefilled, TokensArrived, Completed]
    assert [e.done for e in events if isinstance(e, Rendered)] == [0, 1, 2, 3]
    assert next(e.pages for e in events if isinstance(e, Prepared)) == (1, 2, 3)


def test_the_extraction_holds_text_value_fields_and_the_stop_report(renderer, source):
    extraction = run(ScriptedEngine([ANSWER]), renderer, source)[-1].extraction
    assert extraction.text == ANSWER
    assert extraction.value == {"name": "Ada"}
    assert extraction.complete
    assert [(field.pointer, field.value) for field in extraction.fields] == [("/name", "Ada")]
    assert extraction.stop.patched
    assert extraction.statistics.render_s > 0


def test_only_the_pages_asked_for_are_seen(renderer, source):
    engine = ScriptedEngine([ANSWER])
    run(engine, renderer, source, pages=PageRanges.parse("2-"))
    assert [page.number for page in engine.generations[0].pages] == [2, 3]


def test_the_prompt_shows_the_users_schema_unchanged(renderer, source):
    engine = ScriptedEngine([ANSWER])
    run(engine, renderer, source)
    assert json.dumps(NAME.definition, indent=2) in engine.generations[0].prompt


def test_a_result_with_problems_is_not_complete(renderer, source):
    extraction = run(ScriptedEngine(['{"name":3}']), renderer, source)[-1].extraction
    assert not extraction.complete
    assert extraction.problems[0].pointer == "/name"


def test_an_answer_cut_at_the_limit_keeps_what_was_written(renderer, source):
    extraction = run(ScriptedEngine([ANSWER]), renderer, source, max_tokens=11)[-1].extraction
    assert extraction.stop.reason is StopReason.LENGTH
    assert extraction.value == {"name": "Ad"}
    assert not extraction.complete
    assert [problem.pointer for problem in extraction.problems] == ["", "/name"]
    assert "limit" in extraction.problems[0].message


def test_cancelling_while_it_writes_keeps_the_partial_result(renderer, source):
    written = []
    engine = ScriptedEngine([None], before_token=written.append)
    last = run(engine, renderer, source, cancelled=lambda: len(written) >= 5)[-1]
    assert isinstance(last, Cancelled)
    assert last.partial is not None
    assert last.partial.text == "a" * 5
    assert not last.partial.complete


def test_cancelling_before_it_writes_leaves_nothing(renderer, source):
    last = run(ScriptedEngine([ANSWER]), renderer, source, cancelled=lambda: True)[-1]
    assert last == Cancelled(None)


def test_a_schema_that_cannot_be_enforced_fails_before_anything_is_rendered(renderer, source):
    refused = ExtractionSchema("x", "X", {"type": "string", "pattern": "(?=a)"})
    engine = ScriptedEngine([ANSWER])
    events = run(engine, renderer, source, refused)
    assert len(events) == 1
    assert isinstance(events[0], Failed)
    assert isinstance(events[0].error, GrammarError)
    assert engine.generations == []


def test_without_constraint_the_same_schema_runs_and_the_result_says_so(renderer, source):
    refused = ExtractionSchema("x", "X", {"type": "string", "pattern": "(?=a)"})
    engine = ScriptedEngine(['"a"'])
    extraction = run(engine, renderer, source, refused, constrained=False)[-1].extraction
    assert engine.generations[0].constraint is None
    assert not extraction.constrained


def test_an_engine_that_fails_is_a_failed_event(renderer, source):
    last = run(ScriptedEngine([ModelError("It broke.", "Mend it.")]), renderer, source)[-1]
    assert isinstance(last, Failed)
    assert last.error.remedy == "Mend it."


def test_an_encrypted_document_is_a_failed_event(renderer, tmp_path):
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "locked.pdf"
    canvas = Canvas(str(path), encrypt="secret")
    canvas.drawString(100, 100, "x")
    canvas.save()
    last = run(ScriptedEngine([ANSWER]), renderer, recognise(path))[-1]
    assert isinstance(last, Failed)
    assert isinstance(last.error, PasswordNeededError)
    opened = run(ScriptedEngine([ANSWER]), renderer, recognise(path), password="secret")[-1]
    assert isinstance(opened, Completed)


def test_a_file_that_vanished_is_a_failed_event(renderer, source):
    source.path.unlink()
    assert isinstance(run(ScriptedEngine([ANSWER]), renderer, source)[-1], Failed)
