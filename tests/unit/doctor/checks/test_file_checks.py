"""What each check of the files says exactly: words, evidence, and the edit that mends it."""

import json

import pytest
from tokenizers import Tokenizer, processors

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Severity
from tests.support.corpus_build import changed
from tests.support.file_fixtures import FILE_FIXTURES, NO_FILE, model, plain_turn_end
from tests.support.folders import SPECIALS

CONFIG = {"model_type": "qwen2", "vocab_size": 320, "eos_token_id": 258}
NO_END = {"model_type": "qwen2", "vocab_size": 320}
NESTED = {"model_type": "qwen3_5", "text_config": {"eos_token_id": 258}}
SETTINGS = {"eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"}
ENDOFTEXT = {"eos_token": "<|endoftext|>"}
BASE = {"eos_token_id": [258]}


def found(path, code):
    return [finding for finding in diagnose(path).findings if finding.code == code]


def only(path, code):
    (finding,) = found(path, code)
    return finding


def edits(finding):
    return [(edit.file, edit.path, edit.value) for edit in finding.fix.edits]


@pytest.mark.parametrize(
    ("value", "wanted", "words"),
    [
        ("<|im_end|>", [258], "'<|im_end|>': a text is no token id"),
        ("258", [258], "a text is no token id"),
        (258.0, [258], "258.0: a decimal number is no token id"),
        (True, [258], "True: a truth value is no token id"),
        (-1, [258], "-1: a negative number is no token id"),
        ([[256, 258]], [258, 256], "[[256, 258]]: ids stand in one plain list"),
        ([256, None], [258, 256], "[256, None]: null is no token id"),
        ({"content": "<|im_end|>"}, [258], "ids stand in one plain list"),
    ],
)
def test_an_end_of_a_wrong_type_becomes_the_ids_it_means(tmp_path, value, wanted, words):
    finding = only(model(ends=value)(tmp_path), "EOS006")
    assert finding.severity is Severity.ERROR
    assert words in finding.message
    assert edits(finding) == [("generation_config.json", ("eos_token_id",), wanted)]


def test_a_wrong_type_in_config_is_mended_where_it_stands(tmp_path):
    config = {"model_type": "qwen2", "text_config": {"eos_token_id": "<|im_end|>"}}
    finding = only(model(config=config)(tmp_path), "EOS006")
    assert "text_config of config.json" in finding.message
    assert edits(finding) == [("config.json", ("text_config", "eos_token_id"), [258])]


def test_a_list_without_ends_leaves_transformers_without_any(tmp_path):
    finding = only(model(generation_config={"eos_token_id": None})(tmp_path), "EOS003")
    assert finding.message == (
        "generation_config.json names no end, and transformers reads nothing else. It will run to "
        "the length limit. config.json names 258 <|im_end|>, but that does not count there."
    )


def test_an_empty_list_makes_transformers_fail(tmp_path):
    finding = only(model(generation_config={"eos_token_id": []})(tmp_path), "EOS003")
    assert "transformers takes the pad token from it and fails." in finding.message
    assert edits(finding) == [("generation_config.json", ("eos_token_id",), [258])]


def test_without_any_list_transformers_has_no_end_either(tmp_path):
    path = model(generation_config=NO_FILE, config=NO_END)(tmp_path)
    finding = only(path, "EOS003")
    assert finding.message.startswith("Neither generation_config.json nor config.json names")
    assert "EOS004" in finding.covers


def test_a_missing_list_is_a_remark_while_every_fallback_is_right(tmp_path):
    finding = only(model(generation_config=NO_FILE)(tmp_path), "EOS004")
    assert finding.severity is Severity.INFO
    assert finding.message == (
        "Runtimes fall back to config.json (258 <|im_end|>), each in its own way."
    )


def test_an_end_in_text_config_alone_names_those_who_miss_it(tmp_path):
    path = model(generation_config=NO_FILE, config=NESTED, tokenizer_config=ENDOFTEXT)(tmp_path)
    finding = only(path, "EOS014")
    assert finding.severity is Severity.WARNING
    assert "mlx-lm, mlx-lm 0.31" in finding.message
    assert "EOS004" in finding.covers


def test_ids_that_exist_nowhere_are_not_carried_over(tmp_path):
    path = model(ends=32000, config={**NO_END, "eos_token_id": 32000})(tmp_path)
    wanted = ("generation_config.json", ("eos_token_id",), [258, 32000])
    assert edits(only(path, "EOS001")) == [wanted]
    assert found(path, "EOS007") == []


def test_a_reserved_slot_as_the_only_end_is_warned_of(tmp_path):
    specials = (*SPECIALS, "<|reserved_special_token_7|>")
    path = model(ends=261, specials=specials, template=None, tokenizer_config={}, config=NO_END)
    finding = only(path(tmp_path), "EOS007")
    assert finding.severity is Severity.WARNING
    assert "261 <|reserved_special_token_7|>, a reserved slot" in finding.message


def test_ordinary_text_is_removed_from_every_list(tmp_path):
    path = model(ends=(258, 0), config={**CONFIG, "eos_token_id": [258, 5]})(tmp_path)
    first = found(path, "EOS008")[0]
    assert first.message == (
        'generation_config.json lists 0 "!", ordinary text: answers stop in the middle.'
    )
    assert edits(first) == [
        ("generation_config.json", ("eos_token_id",), [258]),
        ("config.json", ("eos_token_id",), [258]),
    ]


def test_two_ids_of_a_token_are_made_one(tmp_path):
    decoder = {"256": {"content": "<|endoftext|>"}, "259": {"content": "<|im_end|>"}}
    path = model(tokenizer_config={**SETTINGS, "added_tokens_decoder": decoder})(tmp_path)
    finding = only(path, "EOS010")
    assert finding.message == "<|im_end|> is 259, in tokenizer.json 258."
    ((_file, _path, value),) = edits(finding)
    assert value == {"256": {"content": "<|endoftext|>"}, "258": {"content": "<|im_end|>"}}


def test_many_conflicting_ids_are_counted(tmp_path):
    added = {text: 900 + number for number, text in enumerate(SPECIALS)}
    finding = only(model(files={"added_tokens.json": added})(tmp_path), "EOS010")
    assert finding.message.endswith("; and 1 more.")
    assert len(finding.fix.edits) == len(SPECIALS)


def test_another_eos_in_the_map_is_a_warning(tmp_path):
    files = {"special_tokens_map.json": {"eos_token": {"content": "<|endoftext|>"}}}
    finding = only(model(files=files)(tmp_path), "EOS010")
    assert finding.severity is Severity.WARNING
    assert edits(finding) == [("special_tokens_map.json", ("eos_token",), "<|im_end|>")]


def test_a_missing_turn_end_is_one_finding(tmp_path):
    finding = only(FILE_FIXTURES["EOS012"][0](tmp_path), "EOS012")
    assert finding.message == (
        "chat_template.jinja ends turns with <|im_end|>, which this tokenizer writes as 10 "
        "tokens: no stop list can name it."
    )
    assert {"EOS007", "EOS009"} <= set(finding.covers)


def test_the_flag_is_set_in_both_files(tmp_path):
    path = plain_turn_end(tmp_path)
    decoder = {"258": {"content": "<|im_end|>", "special": False}}
    settings = {**SETTINGS, "added_tokens_decoder": decoder}
    (path / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    assert edits(only(path, "EOS013")) == [
        ("tokenizer.json", ("added_tokens", "2", "special"), True),
        ("tokenizer_config.json", ("added_tokens_decoder", "258", "special"), True),
    ]


def test_a_list_in_config_is_reordered_where_it_stands(tmp_path):
    path = model(config={**CONFIG, "eos_token_id": [256, 257, 258]})(tmp_path)
    finding = only(path, "EOS015")
    assert edits(finding) == [("config.json", ("eos_token_id",), [258, 256, 257])]
    assert finding.message.startswith("config.json lists <|endoftext|> (256) first")


def test_the_end_of_calls_of_a_next_role_family_is_named(tmp_path):
    path = changed("glm-4", ends=("<|user|>", "<|endoftext|>"), config=None)(tmp_path / "model")
    assert "<|observation|>" in only(path, "EOS016").message


def test_no_runtime_stops_is_said_so(tmp_path):
    assert "No runtime will stop." in only(FILE_FIXTURES["EOS018"][0](tmp_path), "EOS018").message


def test_the_tail_of_gpt_oss_is_guarded(tmp_path):
    finding = only(changed("gpt-oss")(tmp_path / "model"), "EOS019")
    assert "<|return|> (263) and earlier ones with <|end|>" in finding.message
    assert finding.fix is None


def test_a_template_that_differs_is_copied_over_after_a_yes(tmp_path):
    finding = only(FILE_FIXTURES["EOS022"][0](tmp_path), "EOS022")
    assert not finding.fix.automatic
    ((file, path, value),) = edits(finding)
    assert (file, path) == ("tokenizer_config.json", ("chat_template",))
    assert "<|im_end|>" in value


@pytest.mark.parametrize(
    ("file", "content", "severity"),
    [
        ("generation_config.json", "{", Severity.WARNING),
        ("special_tokens_map.json", "[]", Severity.WARNING),
        ("tokenizer_config.json", "{", Severity.ERROR),
        ("tokenizer.json", "{}", Severity.ERROR),
        ("generation_config.json", '\ufeff{"eos_token_id": [258]}', Severity.WARNING),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, file, content, severity):
    finding = only(model(files={file: content})(tmp_path), "EOS024")
    assert (finding.file, finding.severity) == (file, severity)


def test_padding_with_the_end_is_a_remark_without_a_fine_tune(tmp_path):
    settings = {**SETTINGS, "pad_token": "<|im_end|>"}
    finding = only(model(tokenizer_config=settings)(tmp_path), "EOS040")
    assert finding.severity is Severity.INFO


def test_a_trainers_step_is_a_sign_of_a_fine_tune(tmp_path):
    settings = {**SETTINGS, "pad_token": "<|im_end|>"}
    specials = (*SPECIALS, "<|pad|>")
    path = model(tokenizer_config=settings, name="checkpoint-500", specials=specials)(tmp_path)
    finding = only(path, "EOS040")
    assert finding.severity is Severity.WARNING
    assert "checkpoint-500 shows a fine-tune" in finding.message
    assert edits(finding) == [("tokenizer_config.json", ("pad_token",), "<|pad|>")]


@pytest.mark.parametrize(
    ("key", "value", "left"),
    [
        ("suppress_tokens", [1, 258], [1]),
        ("begin_suppress_tokens", [258], None),
        ("bad_words_ids", [[258], [1, 258]], [[1, 258]]),
        ("min_new_tokens", 64, 0),
        ("min_length", 1, 0),
        ("ignore_eos", True, False),
    ],
)
def test_a_setting_that_defeats_the_end_is_taken_back(tmp_path, key, value, left):
    path = model(generation_config={**BASE, key: value})(tmp_path)
    assert edits(only(path, "EOS061")) == [("generation_config.json", (key,), left)]


def test_a_list_of_further_ends_loses_what_does_not_exist(tmp_path):
    settings = {**SETTINGS, "extra_eos_tokens": ["<|endoftext|>", "<end_of_turn>"]}
    finding = only(model(tokenizer_config=settings)(tmp_path), "EOS063")
    assert edits(finding) == [("tokenizer_config.json", ("extra_eos_tokens",), ["<|endoftext|>"])]


def test_a_stop_string_that_is_encoded_with_a_beginning_is_told_so(tmp_path):
    path = FILE_FIXTURES["EOS062"][0](tmp_path)
    tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<|endoftext|> $A", special_tokens=[("<|endoftext|>", 256)]
    )
    tokenizer.save(str(path / "tokenizer.json"))
    message = only(path, "EOS062").message
    assert message.endswith("With special tokens it is encoded as [256, 258].")


def test_a_fine_tune_whose_end_belongs_to_the_next_message_is_warned_of(tmp_path):
    path = changed("apertus", files={"trainer_state.json": {}})(tmp_path / "model")
    finding = only(path, "EOS041")
    assert finding.severity is Severity.WARNING
    assert "trainer_state.json shows a fine-tune" in finding.message
