"""Model folders that differ in what their files say about the end of sequence."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.folders import make_folder

ABSENT = "\0absent"  # the key is left out
MISSING = "\0missing"  # the file is left out
SEED = 20261129
RANDOM_FOLDERS = 160

VALUES: tuple[Any, ...] = (
    *(ABSENT, None, 7, 258, 0, -1, True, False, 7.0, 7.5, "256", "", 99_999, 2**64),
    *([], [258], [256, 258], [0], [-1, 7], [True, 8], [7.0, 8.5], ["256"], [256, None]),
    *([[7]], [[7, 8]], [7, [8]], [99_999, 7], {}, {"id": 7}),
)
TOKENS: tuple[Any, ...] = (
    *(ABSENT, None, "<|im_end|>", "<|endoftext|>", "<end>", "", "a", 5, True, ["<|im_end|>"]),
    *({"__type": "AddedToken", "content": "<|im_end|>"}, {"content": "<|im_end|>"}, {}),
)
CONTENTS = (
    *(b"{", b"", b"[1]", b"null", b'"text"', b"\xff\xfe{}", b"[" * 5000),
    b'\xef\xbb\xbf{"eos_token_id": 7}',
    b'{"eos_token_id": 7, "eos_token_id": 8}',
    b'{"eos_token_id": NaN}',
)
FILES = (
    "config.json",
    "generation_config.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
)
# The first is known to mlx only, so nothing checks its config; llama's class checks it; qwen2's
# and phi's tokenizers have an eos of their own.
FLAT = ("deepseek", "llama", "qwen2", "phi3_v", "phi")
_LAYERS = {"num_hidden_layers": 1, "num_attention_heads": 1, "num_key_value_heads": 1}
_SIZES = {
    "hidden_size": 8,
    "intermediate_size": 8,
    "vocab_size": 320,
    "rms_norm_eps": 1e-6,
    "head_dim": 8,
}
_ROPE = {
    "type": "default",
    "rope_type": "default",
    "mrope_section": [1, 1, 2],
    "rope_theta": 1000.0,
    "partial_rotary_factor": 0.5,
}
_QWEN_TEXT: dict[str, Any] = {
    **_LAYERS,
    **_SIZES,
    "model_type": "qwen3_5_text",
    "head_dim": 8,
    "linear_conv_kernel_dim": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "linear_num_key_heads": 1,
    "linear_num_value_heads": 1,
    "max_position_embeddings": 64,
    "rope_parameters": _ROPE,
    "tie_word_embeddings": False,
}


@dataclass(frozen=True, slots=True)
class EosFolder:
    """A folder to make. ABSENT leaves a key out, MISSING a file; `raw` is a file's bytes.

    `text_config` is for model type qwen3_5, whose text settings are complete.
    """

    model_type: str = "deepseek"
    config: Any = ABSENT
    text_config: Any = ABSENT
    generation: Any = MISSING
    tokenizer: Any = "<|im_end|>"
    more_tokenizer: dict[str, Any] = field(default_factory=dict)
    more_generation: dict[str, Any] = field(default_factory=dict)
    token_map: Any = MISSING
    raw: tuple[str, bytes | None] | None = None

    def make(self, folder: Path) -> Path:
        """Write the folder."""
        generation = None
        if self.generation != MISSING:
            generation = {**_setting("eos_token_id", self.generation), **self.more_generation}
        tokenizer = None
        if self.tokenizer != MISSING:
            tokenizer = {**_setting("eos_token", self.tokenizer), **self.more_tokenizer}
        make_folder(
            folder, config=self._config(), generation_config=generation, tokenizer_config=tokenizer
        )
        if self.token_map != MISSING:
            content = json.dumps(_setting("eos_token", self.token_map))
            (folder / "special_tokens_map.json").write_text(content, encoding="utf-8")
        if self.raw:
            _replace(folder / self.raw[0], self.raw[1])
        return folder

    def _config(self) -> dict[str, Any]:
        own = {"model_type": self.model_type, **_setting("eos_token_id", self.config)}
        if self.model_type == "qwen3_5":
            text = {**_QWEN_TEXT, **_setting("eos_token_id", self.text_config)}
            return {**own, "text_config": text, "vision_config": {"model_type": "qwen3_5"}}
        return {**own, **_LAYERS, **_SIZES}


def eos_folders() -> Iterator[EosFolder]:
    """Every value at every place, broken files, and random combinations."""
    yield from _each_value()
    yield from _qwen()
    yield from _tokenizers()
    yield from _broken_files()
    yield from _random()


def _each_value() -> Iterator[EosFolder]:
    for value in VALUES:
        for model_type in ("deepseek", "llama"):
            yield EosFolder(model_type, generation=value)
            yield EosFolder(model_type, config=value)
        yield EosFolder(config=7, generation=value, tokenizer=ABSENT)
        yield EosFolder(config=value, generation=ABSENT, tokenizer=ABSENT)
        yield EosFolder(generation=value, more_generation={"pad_token_id": 0})
        yield EosFolder("phi3_v", config=value)


def _qwen() -> Iterator[EosFolder]:
    for text_config in (ABSENT, None, 7, [256, 258], [], 0, "7", [[7]], True, 7.5, 248046):
        for config in (ABSENT, None, 8):
            yield EosFolder("qwen3_5", config, text_config)
        yield EosFolder("qwen3_5", ABSENT, text_config, generation=ABSENT, tokenizer=ABSENT)
    for generation in VALUES:
        yield EosFolder("qwen3_5", ABSENT, 256, generation=generation)


def _tokenizers() -> Iterator[EosFolder]:
    for token in (*TOKENS, MISSING):
        for model_type in FLAT:
            yield EosFolder(model_type, config=7, tokenizer=token)
        yield EosFolder(tokenizer="<|endoftext|>", token_map=token)
        decoder = {"added_tokens_decoder": {}}
        yield EosFolder(tokenizer="<|endoftext|>", more_tokenizer=decoder, token_map=token)
    added = {"added_tokens_decoder": {"261": {"content": "<other>", "special": True}}}
    yield EosFolder(tokenizer="<end>", more_tokenizer={**added, "bos_token": "<start>"})
    for name in ("PreTrainedTokenizerFast", "Qwen2TokenizerFast", "LlamaTokenizer", "No"):
        for model_type in (*FLAT, "qwen3_5"):
            more = {"tokenizer_class": name}
            yield EosFolder(model_type, 7, tokenizer=ABSENT, more_tokenizer=more)


def _broken_files() -> Iterator[EosFolder]:
    for file in FILES:
        for content in (*CONTENTS, None):
            yield EosFolder(config=8, generation=9, token_map="<|im_end|>", raw=(file, content))


def _random() -> Iterator[EosFolder]:
    chosen = random.Random(SEED)
    for _ in range(RANDOM_FOLDERS):
        yield EosFolder(
            model_type=chosen.choice((*FLAT, "qwen3_5")),
            config=chosen.choice(VALUES),
            text_config=chosen.choice(VALUES),
            generation=chosen.choice((MISSING, *VALUES)),
            tokenizer=chosen.choice((MISSING, *TOKENS)),
            more_generation=chosen.choice(({}, {"pad_token_id": 0}, {"bos_token_id": 1})),
            token_map=chosen.choice((MISSING, MISSING, MISSING, *TOKENS)),
        )


def _setting(key: str, value: Any) -> dict[str, Any]:
    return {} if value == ABSENT else {key: value}


def _replace(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)
