"""No value in a model's files makes a check fail, and none makes a fix that is no JSON."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import JsonEdit
from tests.support.file_fixtures import model

IDS = st.sampled_from([0, 1, 256, 258, 259, -1, 2**31, 2**64, 10**30])
TEXTS = st.sampled_from(["", "<|im_end|>", "258", "</s>", "\ud800", "\0", "é" * 300])
PLAIN = st.none() | st.booleans() | IDS | TEXTS | st.floats()
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=6,
)
ENDS = IDS | st.lists(IDS, max_size=4) | VALUES
EDGES = st.fixed_dictionaries(
    {},
    optional={
        "eos_token_id": ENDS,
        "pad_token_id": ENDS,
        "bos_token_id": ENDS,
        "stop_strings": VALUES,
        "suppress_tokens": ENDS,
        "bad_words_ids": VALUES,
        "min_length": VALUES,
        "ignore_eos": VALUES,
        "text_config": VALUES,
        "architectures": VALUES,
        "model_type": VALUES,
    },
)
TOKENIZERS = st.fixed_dictionaries(
    {},
    optional={
        "eos_token": VALUES,
        "pad_token": VALUES,
        "unk_token": VALUES,
        "eot_token": VALUES,
        "chat_template": VALUES,
        "extra_special_tokens": VALUES,
        "added_tokens_decoder": st.dictionaries(
            st.sampled_from(["258", "-1", "x", "²", "9" * 40]), VALUES, max_size=2
        )
        | VALUES,
    },
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(config=EDGES, generation=EDGES, tokenizer=TOKENIZERS, added=VALUES, mapped=VALUES)
def test_every_check_answers(config: Any, generation: Any, tokenizer: Any, added: Any, mapped: Any):
    with tempfile.TemporaryDirectory() as folder:
        path = model(
            config=config,
            generation_config=generation,
            tokenizer_config=tokenizer,
            files={
                "added_tokens.json": json.dumps({"<|im_end|>": added}),
                "special_tokens_map.json": json.dumps({"eos_token": mapped}),
            },
        )(Path(folder))
        findings = diagnose(path).findings
    for finding in findings:
        assert "itself failed" not in finding.message
        assert finding.message.endswith((".", "…", "”", "]"))
        for edit in finding.fix.edits if finding.fix else ():
            assert isinstance(edit, JsonEdit)
            assert json.loads(json.dumps(edit.value)) is not NotImplemented
