"""The engine on the bundled model through mlx-vlm: it reads, it stops, it can be stopped."""

import json
import shutil
import time

import pytest

from endstop.assets import bundled_model
from endstop.engines.engine import Constraint, Decoded, Finished, Prefilling, Separators
from endstop.engines.load import describe_model, load_engine
from endstop.engines.stop import StopReason, StopSet
from endstop.errors import CancelledError, ModelError
from tests.support.peer import Peer
from tests.support.quantised import quantise

pytestmark = pytest.mark.mlx

# the pages, the words after them; the last token joins the answer's first pass
PREFILL_PASSES = 2


@pytest.fixture(scope="module")
def peer(engine):
    return Peer(bundled_model(), engine.stop_set)


def never() -> bool:
    return False


def run(engine, generation, cancelled=never):
    """The text, the tokens and the last step of one generation."""
    tokens, last = [], None
    for last in engine.generate(generation, cancelled):
        if isinstance(last, Decoded):
            tokens.extend(last.tokens)
    assert isinstance(last, Finished)
    return "".join(token.text for token in tokens if not token.special), tokens, last


@pytest.mark.parametrize("constrained", [True, False])
def test_it_reads_a_sample_with_and_without_the_grammar(engine, samples, ask, constrained):
    text, _tokens, last = run(engine, ask(constrained=constrained))
    assert json.loads(text) == samples[0][1]
    assert last.stop.reason in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END)


def test_the_stop_report_names_the_token_its_source_and_the_patch(engine, ask):
    _text, tokens, last = run(engine, ask())
    assert last.stop.text == "<|im_end|>"
    assert last.stop.source != "generation_config.json"
    assert last.stop.patched
    assert tokens[-1].special
    assert tokens[-1].id == last.stop.id


def test_trusting_the_files_alone_runs_on_and_the_patched_stop_set_cures_it(engine, samples, ask):
    files_alone = engine.stop_set.restricted_to_files()
    runaway, _, ran_on = run(engine, ask(constrained=False, stop_set=files_alone, max_tokens=400))
    cured, _, stopped = run(engine, ask(constrained=False, max_tokens=400))
    assert ran_on.stop.reason is StopReason.LENGTH
    assert ran_on.statistics.tokens == 400
    assert runaway.startswith(cured)
    assert len(runaway) > len(cured)
    assert stopped.stop.reason is StopReason.STOP_TOKEN
    assert json.loads(cured) == samples[0][1]


def test_the_statistics_count_every_pass_and_token(engine, ask):
    """One pass a token that the model was asked for; forced tokens need none where jumps pay."""
    _text, tokens, last = run(engine, ask())
    counted = last.statistics
    assert counted.tokens == len(tokens)
    assert counted.forced_tokens == sum(token.forced for token in tokens) > 0
    assert counted.tokens - counted.forced_tokens <= counted.forward_passes
    assert counted.forward_passes <= PREFILL_PASSES + counted.tokens
    assert counted.prompt_tokens > 88  # the page alone is 88
    assert counted.prefill_s > 0
    assert counted.decode_s > 0


@pytest.mark.parametrize("number", range(10))
def test_the_tokens_are_those_of_mlx_vlms_own_loop(engine, peer, ask, number):
    _text, tokens, _last = run(engine, ask(number))
    assert [token.id for token in tokens] == list(peer.prepared(ask(number))())


def test_a_second_question_on_the_same_page_starts_after_the_page(engine, ask):
    cold_engine = load_engine(bundled_model(), lambda _step: None, never)
    _text, cold_tokens, cold = run(cold_engine, ask(1))
    _text, warm_tokens, warm = run(cold_engine, ask(1))
    cold_engine.close()
    assert cold.statistics.cached_tokens == 0
    assert warm.statistics.cached_tokens > 80
    assert [token.id for token in warm_tokens] == [token.id for token in cold_tokens]


def test_the_models_own_style_is_found_from_what_it_writes(samples, ask):
    loaded = load_engine(bundled_model(), lambda _step: None, never)
    definition = ask().constraint.schema
    text, _tokens, last = run(loaded, ask(constraint=Constraint(definition)))
    loaded.close()
    assert last.statistics.separators is Separators.COMPACT
    assert json.loads(text) == samples[0][1]


def test_a_runaway_is_cut_while_it_is_written(engine, ask):
    nobody = StopSet((), frozenset(), "")
    _text, tokens, last = run(
        engine, ask(constrained=False, stop_set=nobody, max_tokens=20_000, max_seconds=60)
    )
    assert last.stop.reason is StopReason.REPETITION
    assert len(tokens) < 20_000


def test_more_pages_than_the_model_holds_are_refused_with_the_number_that_fits(engine, ask):
    page = ask().pages[0]
    with pytest.raises(ModelError, match=r"this model holds 4096\. Extract at most 4\d pages"):
        run(engine, ask(pages=[page] * 50))


def test_a_time_limit_cuts_the_reading_and_leaves_a_value_with_nothing_in_it(engine, ask):
    _text, tokens, last = run(engine, ask(max_seconds=1e-6))
    assert last.stop.reason is StopReason.LENGTH
    assert not tokens
    assert not any(json.loads(last.closed_text).values())


def test_a_time_limit_cuts_the_answer(engine, ask):
    run(engine, ask())  # the page is known then, and read in no time
    seen = []
    for step in engine.generate(ask(max_seconds=3), never):
        if isinstance(step, Decoded):
            seen.extend(step.tokens)
            time.sleep(3 if len(seen) == 10 else 0)
    assert step.stop.reason is StopReason.LENGTH
    assert 10 <= len(seen) < 20
    assert step.closed_text.startswith("".join(token.text for token in seen))


@pytest.mark.parametrize("cut", [1, 7, 20, 40, 60])
def test_an_answer_that_is_cut_is_closed_by_its_grammar(engine, ask, cut):
    text, _tokens, last = run(engine, ask(max_tokens=cut))
    closed = json.loads(last.closed_text)
    assert last.closed_text.startswith(text)
    assert list(closed) == list(ask().constraint.schema["properties"])


def test_another_page_is_not_taken_for_one_that_was_read(engine, samples, ask):
    run(engine, ask(0))
    text, _tokens, _last = run(engine, ask(1))
    assert json.loads(text) == samples[1][1]


def test_probabilities_lie_between_0_and_1(engine, ask):
    _text, tokens, _last = run(engine, ask())
    assert all(0.0 <= token.probability <= 1.0 + 1e-6 for token in tokens)


def test_cancelling_stops_within_one_token_and_the_next_run_is_as_before(engine, ask):
    whole, tokens, _ = run(engine, ask())
    seen = []
    for step in engine.generate(ask(), lambda: len(seen) >= 10):
        if isinstance(step, Decoded):
            seen.extend(step.tokens)
    assert isinstance(step, Finished)
    assert step.stop.reason is StopReason.CANCELLED
    assert [token.id for token in seen] == [token.id for token in tokens[:10]]
    assert run(engine, ask())[0] == whole


def test_cancelling_while_the_prompt_is_read_writes_no_token(engine, ask):
    reading = []
    text, _tokens, last = run(engine, ask(), lambda: bool(reading) or reading.append(1))
    assert text == ""
    assert last.stop.reason is StopReason.CANCELLED


def test_the_prompt_is_read_with_progress(engine, ask):
    steps = [step for step in engine.generate(ask(), never) if isinstance(step, Prefilling)]
    assert steps[0].done < steps[0].total
    assert steps[-1].done == steps[-1].total
    assert [step.done for step in steps] == sorted(step.done for step in steps)


def test_abandoning_a_generation_leaves_the_engine_usable(engine, ask):
    steps = engine.generate(ask(), never)
    next(steps)
    steps.close()
    assert run(engine, ask())[2].stop.reason is not StopReason.CANCELLED


def test_a_token_limit_cuts_the_answer(engine, ask):
    _text, tokens, last = run(engine, ask(max_tokens=5))
    assert len(tokens) == 5
    assert last.stop.reason is StopReason.LENGTH


def test_a_copy_quantised_as_oq_does_it_loads_and_extracts(tmp_path, samples, ask):
    folder = quantise(bundled_model(), tmp_path / "tiny-oQ4")
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))["quantization"]
    assert settings["language_model.lm_head"]["bits"] == 8
    engine = load_engine(folder, lambda _step: None, never)
    try:
        assert engine.model.quantisation == "4-bit"
        text, _tokens, last = run(engine, ask())
    finally:
        engine.close()
    assert last.stop.text == "<|im_end|>"
    answer = json.loads(text)
    assert answer.keys() == samples[0][1].keys()


def test_loading_shows_progress_up_to_the_whole():
    steps = []
    load_engine(bundled_model(), steps.append, never).close()
    assert steps[0].fraction == 0.0
    assert steps[-1].fraction == 1.0


def test_loading_can_be_cancelled():
    with pytest.raises(CancelledError):
        load_engine(bundled_model(), lambda _step: None, lambda: True)


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ("config.json", r"holds no config\.json"),
        ("model.safetensors", "holds no weights"),
        ("tokenizer.json", r"holds no tokenizer\.json"),
    ],
)
def test_an_incomplete_folder_is_refused_in_a_sentence(tmp_path, lost, sentence):
    folder = tmp_path / "model"
    shutil.copytree(bundled_model(), folder)
    (folder / lost).unlink()
    with pytest.raises(ModelError, match=sentence):
        load_engine(folder, lambda _step: None, never)


def test_an_unknown_architecture_is_refused_in_a_sentence(tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(bundled_model(), folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(
        json.dumps(config | {"model_type": "martian"}), encoding="utf-8"
    )
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_engine(folder, lambda _step: None, never)


def test_damaged_weights_are_refused_in_a_sentence(tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(bundled_model(), folder)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_engine(folder, lambda _step: None, never)


def test_an_address_is_refused_until_there_is_an_engine_for_it():
    with pytest.raises(ModelError, match="is an address"):
        load_engine("http://localhost:8000/v1", lambda _step: None, never)


def test_a_closed_engine_says_so(ask):
    engine = load_engine(bundled_model(), lambda _step: None, never)
    engine.close()
    with pytest.raises(ModelError, match="was unloaded"):
        next(engine.generate(ask(), never))


@pytest.mark.parametrize(
    "odd", [{"quantization": "4bit"}, {"vocab_size": None}, {"vocab_size": "many"}]
)
def test_an_odd_config_is_described_as_far_as_it_goes(tmp_path, odd):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "qwen3_5", **odd}))
    described = describe_model(tmp_path)
    assert described.architecture == "qwen3_5"
    assert described.vocabulary == 0
    assert described.quantisation == ""
