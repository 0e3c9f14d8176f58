"""What looks like a defect and is none: each trap as a folder of which nothing bad is said."""

import pytest

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Severity
from tests.support.corpus_build import changed
from tests.support.file_fixtures import NO_FILE, model
from tests.support.folders import CHATML, SPECIALS

CONFIG = {"model_type": "qwen2", "vocab_size": 320, "eos_token_id": 258}
TOOL = "{% for m in messages %}{{ m.content }}<|tool|>{% endfor %}"
NAMED = [{"name": "default", "template": CHATML}, {"name": "tool_use", "template": TOOL}]
ROLES_AS_TEXT = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}{{ eos_token }}\n{% endfor %}"
)
INST = (
    "{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]"
    "{% else %} {{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
SETTINGS = {"eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"}
ENDOFTEXT = {"eos_token": "<|endoftext|>"}
ONLY_ENDOFTEXT = {"model_type": "qwen2", "eos_token_id": 256}

RIGHT = {
    "the turn end is the tokenizer's eos too": model(),
    "padding with the pretraining end": model(tokenizer_config=SETTINGS),
    "an encoder, without a template": model(
        config={"model_type": "bert", "architectures": ["BertModel"]},
        generation_config=NO_FILE,
        tokenizer_config={"pad_token": "<|endoftext|>"},
        template=None,
    ),
    "an encoder and decoder with forced ends": model(
        config={"model_type": "t5", "architectures": ["T5ForConditionalGeneration"]},
        generation_config={"eos_token_id": [256], "forced_eos_token_id": 256, "min_length": 56},
        tokenizer_config=ENDOFTEXT,
        template=None,
    ),
    "a base model without a template": model(
        ends=256, config=ONLY_ENDOFTEXT, tokenizer_config=ENDOFTEXT, template=None
    ),
    "templates by name, another for tools": model(
        template=None, tokenizer_config={**SETTINGS, "chat_template": NAMED}
    ),
    "the same template twice": model(tokenizer_config={**SETTINGS, "chat_template": CHATML}),
    "an id of another size of the model": model(ends=(258, 151643)),
    "ends of an audio part": model(
        config={**CONFIG, "tts_eos_token_id": 259, "talker_config": {"eos_token_id": 3}}
    ),
    "role marks that are plain text": model(
        ends=(256,),
        config=ONLY_ENDOFTEXT,
        template=ROLES_AS_TEXT,
        specials=("<|endoftext|>",),
        tokenizer_config=ENDOFTEXT,
    ),
    "instruction brackets that are plain text": model(
        ends=(256,),
        config=ONLY_ENDOFTEXT,
        template=INST,
        specials=("<|endoftext|>",),
        tokenizer_config=ENDOFTEXT,
    ),
    "the stop after a call kept beside the end": changed("gpt-oss"),
    "id 0 where the tokenizer says so too": changed("starchat", ends=("<|end|>", "<|endoftext|>")),
    "tokens that the trainer reserved": model(specials=(*SPECIALS, "<|reserved_special_token_0|>")),
    "an eos object instead of a text": model(
        tokenizer_config={
            "eos_token": {"__type": "AddedToken", "content": "<|im_end|>", "special": True}
        }
    ),
    "stop strings that are text": model(
        generation_config={"eos_token_id": [258], "stop_strings": ["\nUser:", "###"]}
    ),
    "bans of other tokens": model(
        generation_config={
            "eos_token_id": [258],
            "suppress_tokens": [1, 2],
            "bad_words_ids": [[258, 3]],
            "min_new_tokens": 0,
        }
    ),
}


def serious(path):
    return [(f.code, f.message) for f in diagnose(path).findings if f.severity is not Severity.INFO]


@pytest.mark.parametrize("build", RIGHT.values(), ids=RIGHT)
def test_nothing_bad_is_said(build, tmp_path):
    assert serious(build(tmp_path / "model")) == []


def test_a_tokenizer_in_another_form_is_unknown_and_no_error(tmp_path):
    path = model()(tmp_path / "model")
    (path / "tokenizer.json").unlink()
    (path / "tokenizer.model").write_bytes(b"\x0a\x05\x0a\x01a")
    assert serious(path) == []


def test_a_template_in_python_is_unknown_and_no_error(tmp_path):
    path = model(template=None)(tmp_path / "model")
    (path / "encoding.py").write_text("def encode(messages): ...\n", encoding="utf-8")
    assert serious(path) == []


def test_a_vocabulary_with_padding_rows_above_it_is_right(tmp_path):
    path = model(config={**CONFIG, "vocab_size": 151936})(tmp_path / "model")
    assert serious(path) == []


def test_an_empty_thought_in_the_history_is_no_turn_end(tmp_path):
    assert serious(changed("qwen3")(tmp_path / "model")) == []
