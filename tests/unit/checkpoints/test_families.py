"""The turn end of every family of chat models is found by rendering its template."""

import jinja2
import pytest

from endstop.checkpoints.chat_template import forms, render
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.conversations import conversations_for
from endstop.checkpoints.turn_end import Closing, find_turn_end
from endstop.engines.stop_set import build_stop_set
from tests.support.families import FAMILIES, Family, make_family


@pytest.fixture(params=FAMILIES, ids=lambda family: family.name)
def family(request) -> Family:
    return request.param


@pytest.fixture
def checkpoint(tmp_path, family) -> Checkpoint:
    return Checkpoint(make_family(tmp_path, family))


def test_it_is_found_with_its_evidence(checkpoint, family):
    found = find_turn_end(checkpoint)
    assert found.closing is family.closing
    assert tuple(marker.text for marker in found.markers) == family.turn_end
    assert tuple(marker.text for marker in found.tool_markers) == family.tool_end
    for marker in (*found.markers, *found.tool_markers):
        assert marker.id == checkpoint.token_id(marker.text)
        assert marker.id is not None
    assert found.file == "chat_template.jinja"
    assert found.why
    if found.closing is Closing.CLOSED:
        assert found.markers[0].text in found.why


def test_what_the_turn_uses_is_told_from_what_ends_it(checkpoint, family):
    inside = {checkpoint.token_text(i) for i in find_turn_end(checkpoint).used_inside}
    assert inside >= set(family.inside)
    assert not inside & {*family.stops, *family.turn_end, *family.tool_end}


def test_the_stop_set_ends_a_turn_and_keeps_what_the_makers_list(checkpoint, family):
    texts = {token.text for token in build_stop_set(checkpoint).tokens}
    assert texts >= {*family.stops, *family.turn_end}
    assert not texts & set(family.inside)


def test_a_turn_that_no_token_closes_says_so(tmp_path):
    (rwkv,) = (family for family in FAMILIES if family.name == "rwkv")
    found = find_turn_end(Checkpoint(make_family(tmp_path, rwkv)))
    assert found.why == r'the template writes "\n\n" after an answer, which holds no marker'


def test_without_a_tokenizer_the_closing_is_known_and_the_ids_are_not(tmp_path, family):
    folder = make_family(tmp_path, family)
    (folder / "tokenizer.json").unlink()
    found = find_turn_end(Checkpoint(folder))
    assert found.closing is family.closing
    assert tuple(marker.text for marker in found.markers) == family.turn_end
    assert {marker.id for marker in found.markers} <= {None}
    assert not found.used_inside


def test_it_is_rendered_as_transformers_does(checkpoint, family):
    from transformers.utils.chat_template_utils import render_jinja_template

    names = checkpoint.template_names
    wanted = conversations_for(family.template)
    rendered = render(family.template, names, tuple(wanted.values()))
    compared = 0
    for conversation, ours in zip(wanted.values(), rendered, strict=True):
        for messages in forms(conversation.messages):
            try:
                (theirs,), _spans = render_jinja_template(
                    conversations=[messages],
                    chat_template=family.template,
                    add_generation_prompt=conversation.prompt,
                    **names,
                    **conversation.variables,
                )
            except (jinja2.TemplateError, TypeError):
                continue
            if all(text in theirs for text in conversation.must_show):
                assert ours.text == theirs
                compared += 1
                break
    assert compared >= 3
