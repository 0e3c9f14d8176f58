"""EOS050 to EOS057: GGUF files and Modelfiles, and that the fixes mend them."""

import pytest

from endstop.checkpoints.gguf_file import GgufFile, TokenType
from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import GgufEdit, Severity
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.runtimes.llama_cpp_ends import Source, end_ids
from tests.support.file_fixtures import model
from tests.support.folders import SPECIALS
from tests.support.weight_fixtures import CHATML_MODELFILE, OWN, gguf, gguf_in, modelfile
from tests.support.weights import make_gguf

CODES = {f"EOS05{digit}" for digit in range(8)}


def found(path):
    """The findings about GGUF files and Modelfiles, by code."""
    return {f.code: f for f in diagnose(path).findings if f.code in CODES}


def ends(path, **how):
    file = GgufFile(make_gguf(path / "m.gguf", **how))
    return {file.text(token_id): source for token_id, source in end_ids(file).items()}


def test_known_texts_and_the_metadata_end_generation(tmp_path):
    texts = (*SPECIALS, "<|user|>", "<|fim_pad|>", "<|repo_name|>")
    assert ends(tmp_path, texts=texts, ids={"eos": 256, "eot": 261}) == {
        "<|endoftext|>": Source.TEXT,
        "<|im_end|>": Source.TEXT,
        "<|user|>": Source.METADATA,
        "<|fim_pad|>": Source.FILL,
        "<|repo_name|>": Source.FILL,
    }


@pytest.mark.parametrize("ids", [{}, {"eos": 99999}])
def test_a_default_stands_in_for_an_eos_that_is_not_there(tmp_path, ids):
    assert ends(tmp_path, texts=("<|x|>",), ids=ids) == {"w11": Source.DEFAULT}


@pytest.mark.parametrize(
    ("texts", "ending"),
    [
        (("<|end|>", "<|return|>", "<|call|>"), {"<|return|>", "<|call|>"}),
        (("<|end|>", "<|flush|>", "<|calls|>"), {"<|flush|>", "<|calls|>"}),
        (("<|end|>", "<|return|>"), {"<|end|>", "<|return|>"}),
        (("</s>", "<|tool_response>", "<turn|>"), {"<|tool_response>", "<turn|>"}),
    ],
)
def test_what_stands_within_turns_is_excepted(tmp_path, texts, ending):
    assert ends(tmp_path, texts=texts, ids={"eos": 257}).keys() == ending


def test_a_sound_file_has_no_finding(tmp_path):
    assert found(gguf()(tmp_path / "model")) == {}


def test_the_file_in_a_folder_is_examined_too(tmp_path):
    folder = gguf(**OWN, ids={"eos": 256, "eot": 256})(tmp_path / "model").parent
    assert "EOS050" in found(folder)


def mended(path):
    """What is found before and after the automatic fixes."""
    before = diagnose(path)
    apply(plan(before))
    return found(path)


@pytest.mark.parametrize(
    ("ids", "key"),
    [({"eos": 256, "eot": 256}, "eot"), ({"eos": 256}, "eos"), ({"eos": 256, "eot": 260}, "eos")],
)
def test_a_turn_end_that_is_no_end_is_set_where_nothing_is_lost(tmp_path, ids, key):
    path = gguf(**OWN, ids=ids)(tmp_path / "model")
    fix = found(path)["EOS050"].fix
    assert fix is not None
    assert fix.edits == (GgufEdit("model.gguf", f"tokenizer.ggml.{key}_token_id", 261),)
    assert "EOS050" not in mended(path)


def test_without_a_key_to_set_the_fix_is_advice(tmp_path):
    path = gguf(**OWN, ids={"bos": 256})(tmp_path / "model")
    fix = found(path)["EOS050"].fix
    assert fix is not None
    assert not fix.automatic
    assert "--override-kv tokenizer.ggml.eot_token_id=int:261" in fix.title


def test_eos_is_set_to_the_turn_end(tmp_path):
    path = gguf(ids={"eos": 256})(tmp_path / "model")
    assert found(path).keys() == {"EOS053"}
    assert mended(path) == {}
    assert GgufFile(path).special_id("eos") == 258


@pytest.mark.parametrize("slot", ["eos", "eot", "eom", "bos", "padding"])
def test_an_id_outside_the_vocabulary_is_an_error_where_it_ends(tmp_path, slot):
    path = gguf(ids={"eos": 258, slot: 261})(tmp_path / "model")
    severity = Severity.ERROR if slot.startswith("eo") else Severity.WARNING
    assert found(path)["EOS051"].severity is severity


@pytest.mark.parametrize("text", ["[PAD260]", "<dummy260>", "<unused_7>", ""])
def test_a_placeholder_for_an_end_is_an_error(tmp_path, text):
    texts = (*SPECIALS[:-1], text)
    path = gguf(texts=texts, ids={"eos": 258, "eot": 260})(tmp_path / "model")
    assert "placeholder" in found(path)["EOS051"].message


def test_a_turn_end_that_the_vocabulary_lost_is_an_error(tmp_path):
    build = gguf_in(model(), texts=("<|endoftext|>", "<|im_start|>", "x"), ids={"eos": 256})
    assert "lacks <|im_end|>" in found(build(tmp_path / "model"))["EOS051"].title


@pytest.mark.parametrize(("kind", "word"), [(1, "pieces"), (4, "printed")])
def test_the_effect_of_a_wrong_type_is_said(tmp_path, kind, word):
    path = gguf(types={"<|im_end|>": kind})(tmp_path / "model")
    assert word in found(path)["EOS052"].message
    assert mended(path) == {}
    assert GgufFile(path).types[258] == TokenType.CONTROL


def test_an_ordinary_token_of_an_ends_text_is_a_warning(tmp_path):
    path = gguf(texts=(*SPECIALS, "</s>"), types={"</s>": 1})(tmp_path / "model")
    assert found(path)["EOS056"].severity is Severity.WARNING


def test_a_model_of_the_library_brings_its_own_template(tmp_path):
    folder = tmp_path / "model"
    modelfile("FROM llama3.2\n", template=None)(folder)
    assert found(folder) == {}


@pytest.mark.parametrize(
    ("text", "how", "severity"),
    [
        ("FROM ./model.gguf\n", {}, Severity.INFO),
        ("FROM ./model.gguf\n", {"template": None}, Severity.ERROR),
        ("FROM .\n", OWN, Severity.ERROR),
        ("FROM model.gguf\nTEMPLATE x\n", OWN, Severity.ERROR),
        ("FROM model.gguf\nTEMPLATE x\nPARAMETER stop <|done|>\n", OWN, None),
        ("FROM model.gguf\nTEMPLATE x\n", {}, None),
        ("FROM model.gguf\nRENDERER qwen3-vl\n", {"template": None}, None),
    ],
)
def test_what_a_modelfile_leaves_open_is_told(tmp_path, text, how, severity):
    found_one = found(modelfile(text, **how)(tmp_path / "model")).get("EOS054")
    assert (found_one.severity if found_one else None) == severity


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("FROM ./model.gguf\n", {}),
        ("FROM model.gguf\nTEMPLATE x\n", {**OWN, "ids": {"eos": 256, "eot": 258}}),
    ],
)
def test_the_lines_that_a_fix_adds_are_what_was_missing(tmp_path, text, how):
    folder = modelfile(text, **how)(tmp_path / "model")
    assert "EOS054" in found(folder)
    assert "EOS054" not in mended(folder)


@pytest.mark.parametrize("stop", ["<think>", "}", r"\n", "```", '"'])
def test_a_stop_within_answers_is_an_error(tmp_path, stop):
    text = f'{CHATML_MODELFILE}PARAMETER stop "{stop}"\n'
    folder = modelfile(text)(tmp_path / "model")
    assert found(folder)["EOS055"].severity is Severity.ERROR
    assert mended(folder) == {}
    assert (folder / "Modelfile").read_text(encoding="utf-8") == CHATML_MODELFILE


@pytest.mark.parametrize("stop", ["<|im_end|>", "<|im_start|>", "<|endoftext|>", "User:"])
def test_a_stop_between_turns_is_none(tmp_path, stop):
    text = f'{CHATML_MODELFILE}PARAMETER stop "{stop}"\n'
    assert found(modelfile(text)(tmp_path / "model")) == {}
