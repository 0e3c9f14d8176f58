"""The turn end is found by rendering, whatever shape a template has."""

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.turn_end import Closing, Marker, find_turn_end, find_turn_ends
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
    checkpoint = Checkpoint(make_folder(tmp_path, template=None))
    found = find_turn_end(checkpoint)
    assert (found.closing, found.why) == (Closing.UNKNOWN, "the model has no chat template")
    assert find_turn_ends(checkpoint) == {}


@pytest.mark.parametrize(
    "setting",
    [
        [{"name": "default", "template": CHATML}, {"name": "rag", "template": EOS_VARIABLE}],
        {"default": CHATML, "rag": EOS_VARIABLE},
    ],
)
def test_each_template_has_its_turn_end(tmp_path, setting):
    config = {"chat_template": setting, "eos_token": "<|endoftext|>"}
    folder = make_folder(tmp_path, template=GEMMA, tokenizer_config=config)
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates" / "tool_use.jinja").write_text(ENDLESS_TEXT)
    found = find_turn_ends(Checkpoint(folder))
    own = "additional_chat_templates/tool_use.jinja"
    assert [(t.name, t.file, [m.text for m in e.markers], e.file) for t, e in found.items()] == [
        ("default", "chat_template.jinja", ["</turn>"], "chat_template.jinja"),
        ("default", "tokenizer_config.json", ["<|im_end|>"], "tokenizer_config.json"),
        ("rag", "tokenizer_config.json", ["<|endoftext|>"], "tokenizer_config.json"),
        ("tool_use", own, [], own),
    ]


def test_a_marker_that_the_vocabulary_lacks_has_no_id(tmp_path):
    found = find_turn_end(Checkpoint(make_folder(tmp_path, specials=("<|endoftext|>",))))
    assert found.closing is Closing.CLOSED
    assert found.markers == (Marker("<|im_end|>", None),)
    assert found.ids == frozenset()


def test_words_and_white_space_are_no_markers(tmp_path):
    specials = ("assistant", "\n", "\n\n", "  ", "<|im_end|>", "<|im_start|>")
    found = find_turn_end(Checkpoint(make_folder(tmp_path, specials=specials)))
    assert [marker.text for marker in found.markers] == ["<|im_end|>"]


def test_the_longest_of_the_tokens_that_begin_at_one_place_counts(tmp_path):
    template = "{% for m in messages %}<s>{{ m.content }}<end><s>{% endfor %}"
    checkpoint = Checkpoint(
        make_folder(tmp_path, template=template, specials=("<end>", "<end><s>", "<s>"))
    )
    assert [marker.text for marker in find_turn_end(checkpoint).markers] == ["<end><s>"]


def test_the_special_tokens_may_stand_in_the_old_map(tmp_path):
    folder = make_folder(tmp_path, template=EOS_VARIABLE, specials=("</s>", "<|end|>"))
    (folder / "special_tokens_map.json").write_text('{"eos_token": {"content": "</s>"}}')
    assert [m.text for m in find_turn_end(Checkpoint(folder)).markers] == ["</s>"]
    (folder / "tokenizer_config.json").write_text('{"eos_token": "<|end|>"}')
    assert [m.text for m in find_turn_end(Checkpoint(folder)).markers] == ["<|end|>"]


def test_a_template_that_refuses_to_end_with_an_answer_is_judged_by_what_follows(tmp_path):
    template = (
        "{% if messages[-1].role != 'user' %}{{ raise_exception('a question must be last') }}"
        "{% endif %}" + CHATML
    )
    found = find_turn_end(Checkpoint(make_folder(tmp_path, template=template)))
    assert (found.closing, found.ids) == (Closing.CLOSED, {258})


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        (REFUSING, "no"),
        ("{% broken", "Encountered unknown tag 'broken'."),
        ("hello", "the conversation's texts do not show"),
    ],
)
def test_why_nothing_can_be_told_is_said(tmp_path, template, reason):
    found = find_turn_end(Checkpoint(make_folder(tmp_path, template=template)))
    assert (found.closing, found.why, found.markers) == (Closing.UNKNOWN, reason, ())


def test_the_next_roles_marker_ends_generation_but_not_what_the_turn_uses(tmp_path):
    template = (
        "{% for m in messages %}<|{{ m.role }}|>\n"
        "{% if m.role == 'assistant' %}<think></think>{% endif %}{{ m.content }}{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
    )
    specials = ("<|user|>", "<|assistant|>", "<think>", "</think>")
    checkpoint = Checkpoint(make_folder(tmp_path, template=template, specials=specials))
    found = find_turn_end(checkpoint)
    assert (found.closing, found.ids) == (Closing.NEXT_ROLE, {256})
    assert found.used_inside == {258, 259}
    assert "the marker of the next turn" in found.why


def test_a_prompt_that_begins_the_thought_does_not_make_it_an_end(tmp_path):
    template = (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n"
        "{% if m.role == 'assistant' %}<think>\n\n</think>\n\n{% endif %}"
        "{{ m.content }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"
    )
    checkpoint = Checkpoint(make_folder(tmp_path, template=template))
    inside = {checkpoint.token_text(i) for i in find_turn_end(checkpoint).used_inside}
    assert inside == {"<think>", "</think>"}


UNASKED = (
    ("<|{{ m.role }}|>{{ m.content }}<|end|>", "<|assistant|>", Closing.CLOSED, "<|end|>"),
    (
        "<|start|>{{ m.role }}<|mid|>{{ m.content }}<|end|>",
        "<|start|>assistant<|mid|>",
        Closing.CLOSED,
        "<|end|>",
    ),
    ("<|{{ m.role }}|>{{ m.content }}", "<|assistant|>", Closing.NEXT_ROLE, "<|user|>"),
    (
        "{{ '<|end|>' if m.role == 'user' and loop.index > 1 }}<|{{ m.role }}|>{{ m.content }}",
        "<|assistant|>",
        Closing.LAZY,
        "<|end|>",
    ),
    ("<|{{ m.role }}|>{{ m.content }}<|end|>", "<|assistant|><think>", Closing.CLOSED, "<|end|>"),
)


@pytest.mark.parametrize(("turn", "prompt", "closing", "marker"), UNASKED)
@pytest.mark.parametrize("system", ["", "<|start|>system<|mid|>As told.<|end|>"])
def test_a_generation_prompt_that_nobody_asked_for_is_no_end(
    tmp_path, turn, prompt, closing, marker, system
):
    template = f"{system}{{% for m in messages %}}{turn}{{% endfor %}}{prompt}"
    specials = ("<|user|>", "<|assistant|>", "<|start|>", "<|mid|>", "<|end|>", "<think>")
    found = find_turn_end(Checkpoint(make_folder(tmp_path, template=template, specials=specials)))
    assert (found.closing, [m.text for m in found.markers]) == (closing, [marker])
