"""The stop set is the union of every source, each id with the sources that name it."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from endstop.assets import bundled_model
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.stop_set import build_stop_set
from tests.support.folders import make_folder

END, START, TURN_END, THINK = 256, 257, 258, 259


def test_the_bundled_model_carries_the_fault_and_the_patch_names_its_sources():
    stop_set = build_stop_set(Checkpoint(bundled_model()))
    assert stop_set.published == {END}
    assert stop_set.published_source == "generation_config.json"
    turn_end = stop_set.find(TURN_END)
    assert turn_end is not None
    assert turn_end.text == "<|im_end|>"
    assert turn_end.sources == ("tokenizer_config.json", "chat template")
    assert stop_set.is_patched(TURN_END)
    assert not stop_set.is_patched(END)


def test_restricting_it_to_the_files_leaves_the_published_ids():
    stop_set = build_stop_set(Checkpoint(bundled_model()))
    assert stop_set.restricted_to_files().ids == {END}


def test_each_source_alone_is_enough(tmp_path):
    for number, files in enumerate(
        (
            {"generation_config": {"eos_token_id": TURN_END}},
            {"config": {"eos_token_id": [TURN_END]}},
            {"config": {"text_config": {"eos_token_id": TURN_END}}},
            {"tokenizer_config": {"eos_token": "<|im_end|>"}},
            {"tokenizer_config": {"eos_token": {"content": "<|im_end|>"}}},
        )
    ):
        folder = make_folder(tmp_path / str(number), template=None, **files)
        assert build_stop_set(Checkpoint(folder)).ids == {TURN_END}


def test_the_template_alone_is_enough(tmp_path):
    stop_set = build_stop_set(Checkpoint(make_folder(tmp_path)))
    assert [(token.id, token.source) for token in stop_set.tokens] == [(TURN_END, "chat template")]
    assert stop_set.is_patched(TURN_END)


def test_a_file_without_eos_publishes_what_the_next_one_lists(tmp_path):
    folder = make_folder(
        tmp_path, generation_config={"do_sample": False}, config={"eos_token_id": END}
    )
    stop_set = build_stop_set(Checkpoint(folder))
    assert (stop_set.published, stop_set.published_source) == ({END}, "config.json")


def test_a_token_used_inside_the_turn_does_not_end_it(tmp_path):
    thinking = (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n<think>\n</think>\n"
        "{{ m.content }}<|im_end|>\n{% endfor %}"
    )
    folder = make_folder(
        tmp_path, template=thinking, generation_config={"eos_token_id": [THINK, TURN_END]}
    )
    assert build_stop_set(Checkpoint(folder)).ids == {TURN_END}


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=3),
    st.integers(-3, 400),
    st.lists(st.one_of(st.integers(-3, 400), st.none(), st.text(max_size=2)), max_size=4),
)


@given(generation=JUNK, config=JUNK, text_config=JUNK)
def test_whatever_the_files_say_every_id_is_a_known_token(generation, config, text_config):
    with tempfile.TemporaryDirectory() as folder:
        make_folder(
            Path(folder),
            generation_config={"eos_token_id": generation},
            config={"eos_token_id": config, "text_config": {"eos_token_id": text_config}},
        )
        checkpoint = Checkpoint(Path(folder))
        stop_set = build_stop_set(checkpoint)
        assert TURN_END in stop_set.ids
        assert all(checkpoint.token_text(i) is not None for i in stop_set.ids)
        assert all(token.sources for token in stop_set.tokens)
