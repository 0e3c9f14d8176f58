"""The turn end is found by rendering, whatever shape a template has."""

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.turn_end import Closing, find_turn_end
from tests.support.folders import CHATML, make_folder

LLAMA = (
    "{{ bos_token }}{% for m in messages %}<|start|>{{ m.role }}<|end|>\n\n{{ m.content }}<|eot|>"
    "{% endfor %}"
)
GEMMA = (
    "{% for m in messages %}{% set role = 'model' if m.role == 'assistant' else m.role %}"
    "<turn>{{ role }}\n{{ m.content | trim }}</turn>\n{% endfor %}"
)
PARTS_ONLY = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% for p in m.content %}"
    "{% if p.type == 'text' %}{{ p.text }}{% endif %}{% endfor %}<|im_end|>\n{% endfor %}"
)
EOS_VARIABLE = "{% for m in messages %}{{ m.role }}: {{ m.content }}{{ eos_token }}{% endfor %}"
LAZY = (
    "{% for m in messages %}{% if m.role == 'user' %}<|user|>{% endif %}{{ m.content }}{% endfor %}"
)
THINKING = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.role == 'assistant' %}<think>\n\n</think>\n\n{% endif %}"
    "{{ m.content }}<|im_end|>\n{% endfor %}"
)
GENERATION = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% generation %}{{ m.content }}<|im_end|>"
    "{% endgeneration %}{% endfor %}"
)
REFUSING = "{{ raise_exception('no') }}"
ENDLESS_TEXT = "{% for m in messages %}{{ m.content }}\n{% endfor %}"


@pytest.mark.parametrize(
    ("template", "specials", "wanted"),
    [
        (CHATML, ("<|endoftext|>", "<|im_start|>", "<|im_end|>"), "<|im_end|>"),
        (LLAMA, ("<|start|>", "<|end|>", "<|eot|>"), "<|eot|>"),
        (GEMMA, ("<turn>", "</turn>"), "</turn>"),
        (PARTS_ONLY, ("<|im_start|>", "<|im_end|>"), "<|im_end|>"),
        (EOS_VARIABLE, ("</s>",), "</s>"),
        (LAZY, ("<|user|>",), "<|user|>"),
        (THINKING, ("<|im_start|>", "<|im_end|>", "<think>", "</think>"), "<|im_end|>"),
        (GENERATION, ("<|im_start|>", "<|im_end|>"), "<|im_end|>"),
        (REFUSING, ("<|im_end|>",), None),
        (ENDLESS_TEXT, ("<|im_end|>",), None),
        ("{% broken", ("<|im_end|>",), None),
    ],
)
def test_the_turn_end_is_what_follows_the_assistants_text(tmp_path, template, specials, wanted):
    folder = make_folder(
        tmp_path, template=template, specials=specials, tokenizer_config={"eos_token": "</s>"}
    )
    found = find_turn_end(Checkpoint(folder))
    assert [marker.text for marker in found.markers] == ([wanted] if wanted else [])


def test_tokens_that_the_turn_itself_uses_are_named(tmp_path):
    specials = ("<|im_start|>", "<|im_end|>", "<think>", "</think>")
    checkpoint = Checkpoint(make_folder(tmp_path, template=THINKING, specials=specials))
    found = find_turn_end(checkpoint)
    assert {checkpoint.token_text(i) for i in found.used_inside} >= {"<think>", "</think>"}
    assert not found.ids & found.used_inside


def test_the_default_one_of_named_templates_counts(tmp_path):
    named = [
        {"name": "tool_use", "template": ENDLESS_TEXT},
        {"name": "default", "template": CHATML},
    ]
    folder = make_folder(tmp_path, template=None, tokenizer_config={"chat_template": named})
    found = find_turn_end(Checkpoint(folder))
    assert found.markers[0].text == "<|im_end|>"


def test_a_folder_without_a_template_has_no_turn_end(tmp_path):
    found = find_turn_end(Checkpoint(make_folder(tmp_path, template=None)))
    assert found.closing is Closing.UNKNOWN
