"""A template is foreign code: it may neither hang, nor fill the memory, nor get out."""

import multiprocessing
import sys
import threading
import time
from contextlib import closing

import pytest

from endstop.checkpoints.chat_template import Rendering
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.conversations import ANSWER, Shown, conversations_for
from endstop.checkpoints.template_process import (
    LIMIT_S,
    LimitError,
    TemplateProcess,
    render_templates,
)
from endstop.errors import CancelledError
from endstop.processes import Child
from tests.support.folders import CHATML, make_folder

HANG_S = 30
ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"
LATE = "the template does not render within 3 s"


def errors(template: str) -> set[str]:
    (renderings,) = render_templates((template,), ())
    assert not any(rendering.text for rendering in renderings)
    return {rendering.error for rendering in renderings}


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% set s = 'a' * 2 ** 24 %}{% for i in range(99999) %}{% set t = s.upper() %}{% endfor %}",
        "{{ 9 ** (9 ** 9) }}",
    ],
    ids=["endless", "growing", "one long step"],
)
def test_a_template_that_does_not_end_is_given_up(template):
    started = time.monotonic()
    assert errors(template) == {LATE}
    assert time.monotonic() - started < HANG_S
    assert not [c for c in multiprocessing.active_children() if c.name == "endstop-templates"]


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{% for i in range(10 ** 12) %}x{% endfor %}", "Range too big"),
        ("{{ 'a' | center(10 ** 6) }}", "more than 200,000 characters"),
        ("{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}", "recursion"),
        ("{% block a %}{{ self.a() }}{% endblock %}", "recursion"),
        ("{% for m in messages recursive %}{{ loop(messages) }}{% endfor %}", "recursion"),
        ("{% if 1 %}" * 5000 + "{% endif %}" * 5000, "recursion"),
        ("{% include 'self' %}", "no loader"),
        ("{% extends 'self' %}", "no loader"),
        ("{% import 'self' as me %}", "no loader"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{{ cycler.__init__.__globals__.os.system('true') }}", "unsafe"),
        ("{{ messages.append(1) }}", "unsafe"),
        ("{{ raise_exception('no ' * 1000000) }}", "no no no"),
        ("{{ raise_exception('\\ud800') }}", "?"),
        ("{% broken", "unknown tag"),
        ("", "do not show"),
        ("{{ undefined.attribute }}", "undefined"),
    ],
)
def test_what_a_template_may_not_do_is_an_error_in_words(template, reason):
    found = errors(template)
    assert all(reason in error for error in found), found
    assert all(0 < len(error) <= 200 for error in found)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS bounds no address space")
@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' * 10 ** 10 }}",
        "{{ ([0] * 10 ** 10) | length }}",
        "{{ '{:>1000000000}'.format(1) }}",
        "{% set s = namespace(t='a') %}{% for i in range(99) %}{% set s.t = s.t * 9 %}{% endfor %}",
    ],
)
def test_a_template_that_fills_the_memory_is_refused_it(template):
    assert errors(template) == {"MemoryError"}


def test_the_templates_before_an_endless_one_are_kept():
    first, second, third = render_templates((CHATML, ENDLESS, CHATML), ())
    assert all(r.text or r.error for r in first)
    assert first[list(Shown).index(Shown.ANSWER)].text.endswith(f"{ANSWER}<|im_end|>\n")
    assert {r.error for r in (*second, *third)} == {LATE}


def test_a_template_renders_from_any_thread():
    found = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(render_templates((CHATML + n,), ())))
        for n in "abc"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG_S)
    assert len(found) == len(threads)
    assert all(renderings[0][0].text for renderings in found)


def test_a_model_renders_its_templates_once(tmp_path):
    checkpoint = Checkpoint(make_folder(tmp_path))
    assert checkpoint.renderings() is checkpoint.renderings()
    assert len(checkpoint.renderings()[0]) == len(conversations_for(CHATML))


def test_a_template_that_failed_on_a_busy_machine_is_rendered_when_it_is_asked_for_again():
    slow = CHATML + "{% for i in range(99999) %}{% endfor %}"
    hurried = render_templates((slow,), (), limit_s=0)[0]
    assert {r.error for r in hurried} == {LATE}
    assert all(r.beyond_limits for r in hurried)
    assert not any(r.beyond_limits for r in render_templates((slow,), ())[0])


def test_stop_ends_a_rendering_and_its_process():
    started = time.monotonic()
    with pytest.raises(CancelledError):
        render_templates((ENDLESS,), (), lambda: time.monotonic() - started > 0.5)
    assert time.monotonic() - started < LIMIT_S
    assert not [c for c in multiprocessing.active_children() if c.name == "endstop-templates"]


def test_the_memory_of_the_process_is_watched_from_outside(monkeypatch):
    """As on macOS, where the system bounds no address space."""
    monkeypatch.setattr(Child, "held_bytes", 1 << 40)
    renderings = render_templates((ENDLESS,), ())[0]
    assert {r.error for r in renderings} == {"the template takes more than 192 MB of memory"}


def test_a_prompt_is_rendered_within_the_same_limits_and_the_next_one_by_a_new_process():
    with closing(TemplateProcess()) as process:
        never = {"messages": [{"role": "user", "content": "x"}]}
        with pytest.raises(LimitError, match="does not render within 3 s"):
            process.prompt(ENDLESS, never, lambda: False)
        rendered = process.prompt(CHATML, never, lambda: False)
        assert rendered == Rendering("<|im_start|>user\nx<|im_end|>\n")
        assert "no loader" in process.prompt("{% include 'x' %}", never, lambda: False).error


def test_the_special_tokens_are_variables_and_the_rest_of_the_surroundings_is_as_in_transformers():
    template = (
        "{{ bos_token }}{% for m in messages %}{% if m.content == '' %}{% continue %}{% endif %}\n"
        "  {% generation %}{{ m.content | tojson }}{% endgeneration %}\n{% endfor %}"
        "{{ strftime_now('%Y') | length }}{{ image_token }}"
    )
    names = (("bos_token", "<s>"), ("image_token", "<image>"))
    (renderings,) = render_templates((template,), names)
    assert renderings[0] == Rendering('<s>"zqQUESTIONzq"4<image>')


def test_the_limit_is_what_the_words_say():
    assert f"{LIMIT_S:g} s" in LATE
