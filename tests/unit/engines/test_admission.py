"""A folder that must not be loaded is refused in a sentence that names the file, and soon."""

import contextlib
import json
import shutil
import struct
import threading
import time

import pytest

from endstop.assets import bundled_model
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.load import describe_model, load_engine
from endstop.engines.mlx.admission import admit
from endstop.errors import CancelledError, ModelError
from tests.support.hostile_folders import UNENDING, make_unending

HANG_S = 60
ALLOCATING = (
    "{% set n = namespace(s='a' * 10 ** 6) %}"
    "{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}"
)
ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(bundled_model(), tmp_path / "model")


def refusal(folder) -> ModelError:
    """Why the folder is not admitted; a reader that waits for ever fails the test."""
    found: list[BaseException | None] = []

    def tried() -> None:
        try:
            admit(Checkpoint(folder), lambda: False)
            found.append(None)
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=tried, daemon=True)
    thread.start()
    thread.join(HANG_S)
    assert found, "it hangs"
    assert isinstance(found[0], ModelError), found
    assert found[0].remedy
    return found[0]


def test_the_bundled_model_is_admitted():
    admit(Checkpoint(bundled_model()), lambda: False)


@pytest.mark.parametrize("kind", UNENDING)
@pytest.mark.parametrize(
    "name",
    [
        "config.json",
        "generation_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "special_tokens_map.json",
        "preprocessor_config.json",
        "chat_template.jinja",
        "additional_chat_templates/rag.jinja",
        "model.safetensors",
        "model.safetensors.index.json",
        "merges.txt",
    ],
)
def test_what_is_no_ordinary_file_is_refused_by_name(folder, monkeypatch, name, kind):
    (folder / "additional_chat_templates").mkdir()
    monkeypatch.chdir(folder)
    make_unending((folder / name).relative_to(folder), kind)
    assert name in refusal(folder).sentence
    with contextlib.suppress(ModelError):
        describe_model(folder)  # looks at some files before that, and must not wait either


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("generation_config.json", "[" + "1," * 2_000_000 + "1]", "more than 4 MB"),
        ("chat_template.jinja", "x" * 1_000_001, "more than 1 MB"),
        ("chat_template.jinja", ENDLESS, "does not render within 3 s"),
        ("chat_template.jinja", ALLOCATING, "MemoryError"),
        ("additional_chat_templates/x.jinja", ENDLESS, "does not render within 3 s"),
        ("model.safetensors.index.json", '{"weight_map": {"a": "b.safetensors"}}', "missing"),
        ("model.safetensors.index.json", '{"weight_map": {"a": "../b.safetensors"}}', "names ../b"),
        ("model.safetensors.index.json", '{"weight_map": {"a": "/b.safetensors"}}', "names /b"),
        ("model.safetensors.index.json", '{"weight_map": {"a": "config.json"}}', "names config"),
        ("model.safetensors.index.json", "{", "EOF"),
        ("model.safetensors", "", "no safetensors file"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused(folder, name, content, reason):
    (folder / "additional_chat_templates").mkdir()
    (folder / name).write_text(content)
    refused = refusal(folder).sentence
    assert "model cannot be loaded" in refused
    assert reason in refused


def test_a_header_of_too_many_bytes_is_refused(folder):
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", 16_000_001) + b"{}")
    assert "its header is too large" in refusal(folder).sentence


@pytest.mark.parametrize("place", ["text_config", "vision_config"])
def test_more_layers_than_any_model_has_are_refused(folder, place):
    config = json.loads((folder / "config.json").read_text())
    config[place] |= {"num_hidden_layers": 10**9, "depth": 10**9}
    (folder / "config.json").write_text(json.dumps(config))
    assert "is 1000000000, and the weights hold" in refusal(folder).sentence


def test_a_large_file_that_nothing_opens_is_no_reason(folder):
    (folder / "trainer_state.json").write_text(" " * 5_000_000)
    admit(Checkpoint(folder), lambda: False)


def test_stop_ends_the_examination_while_a_template_renders(folder):
    (folder / "chat_template.jinja").write_text(ENDLESS)
    started = time.monotonic()
    with pytest.raises(CancelledError):
        load_engine(folder, lambda _step: None, lambda: time.monotonic() - started > 1)


@pytest.mark.mlx
@pytest.mark.parametrize(
    "template",
    [
        None,
        "{{ bos_token }}{{ eos_token }}{{ pad_token }}{{ enable_thinking }}{{ tools }}",
        "{{ messages }}{{ documents }}{{ add_generation_prompt }}",
        "{% generation %}{{ messages[0].content | tojson }}{% endgeneration %}{{ nothing }}",
    ],
)
@pytest.mark.parametrize("pages", [0, 1, 3])
def test_a_prompt_is_what_mlx_vlm_makes_of_it(folder, template, pages):
    from mlx_vlm.prompt_utils import apply_chat_template

    from endstop.engines.mlx.prompt_text import lay_out

    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    host = engine._host
    if template is not None:
        host._processor.chat_template = template
    asked = {"num_images": pages, "enable_thinking": False}
    wanted = apply_chat_template(host._processor, host.model.config, 'Read "é😀".', **asked)
    found = lay_out(host, pages, 'Read "é😀".', lambda: False)
    engine.close()
    assert found.whole == wanted


@pytest.mark.mlx
def test_a_template_that_is_endless_for_the_prompt_alone_fails_in_a_sentence(folder, ask):
    """The marked conversations are short; a schema in the prompt is what wakes it."""
    plain = (folder / "chat_template.jinja").read_text()
    woken = f"{{% if messages | string | length > 1000 %}}{ENDLESS}{{% endif %}}"
    (folder / "chat_template.jinja").write_text(woken + plain)
    engine = load_engine(folder, lambda _step: None, lambda: False)
    try:
        with pytest.raises(ModelError, match="does not write the prompt"):
            list(engine.generate(ask(prompt="x" * 2000), lambda: False))
    finally:
        engine.close()
