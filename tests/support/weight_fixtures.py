"""Triggers and near misses of the defects that weights, adapters, GGUF files and Modelfiles show.

The ids are those of `file_fixtures`; of 300 rows, those from 261 on have no token. What a fixture
does not name is right.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.support.file_fixtures import model
from tests.support.folders import SPECIALS
from tests.support.weights import make_gguf, save_mlx, trained_rows, with_tiny, write_safetensors

Build = Callable[[Path], Path]
EMBEDDING, HEAD = "model.embed_tokens.weight", "lm_head.weight"
CHAT_ROWS = (257, 258)


def untied(head: Any, base: Build | None = None, dtype: str = "BF16") -> Build:
    """A model of floats with this head and a trained embedding."""

    def build(folder: Path) -> Path:
        made = (base or model())(folder)
        tensors = {HEAD: (dtype, head), EMBEDDING: (dtype, trained_rows(seed=5))}
        write_safetensors(made / "model.safetensors", tensors)
        return made

    return build


def quantised(head: Any, bits: int = 4) -> Build:
    """The same, quantised by MLX."""

    def build(folder: Path) -> Path:
        made = model()(folder)
        matrices = {HEAD: head, EMBEDDING: trained_rows(seed=5)}
        save_mlx(made, matrices, bits=bits, group_size=64)
        return made

    return build


def tied(head: Any, embedding: Any) -> Build:
    """A model that says it is tied and saves a head all the same."""
    config = {"model_type": "qwen2", "eos_token_id": 258, "tie_word_embeddings": True}

    def build(folder: Path) -> Path:
        made = model(config=config)(folder)
        tensors = {HEAD: ("F16", head), EMBEDDING: ("F16", embedding)}
        write_safetensors(made / "model.safetensors", tensors)
        return made

    return build


def adapter(base: Build, **settings: Any) -> Build:
    """The folder of a LoRA adapter, its base beside it."""

    def build(folder: Path) -> Path:
        made = base(folder.parent / "base")
        folder.mkdir()
        content = {"peft_type": "LORA", "base_model_name_or_path": str(made), **settings}
        (folder / "adapter_config.json").write_text(json.dumps(content), encoding="utf-8")
        return folder

    return build


def gguf(**how: Any) -> Build:
    """A lone GGUF file."""
    how = {"ids": {"eos": 258}, **how}
    return lambda folder: make_gguf(folder / "model.gguf", **how)


def gguf_in(base: Build, **how: Any) -> Build:
    """A GGUF file in the folder of the model that it was made from."""

    def build(folder: Path) -> Path:
        made = base(folder)
        make_gguf(made / "model.gguf", **how)
        return made

    return build


def modelfile(text: str, **how: Any) -> Build:
    """A folder with a GGUF file and a Modelfile."""

    def build(folder: Path) -> Path:
        make_gguf(folder / "model.gguf", **{"ids": {"eos": 258}, **how})
        (folder / "Modelfile").write_text(text, encoding="utf-8")
        return folder

    return build


def with_rows(rows: dict[int, Any]) -> Any:
    """Trained rows, but for these."""
    matrix = trained_rows()
    for token_id, row in rows.items():
        matrix[token_id] = row
    return matrix


def renumbered(*, trained_above: bool) -> Any:
    """<|im_end|>'s row is empty, and so are the unnamed ones, but perhaps for two."""
    matrix = with_tiny(trained_rows(), [258, *range(261, 300)])
    if trained_above:
        matrix[[265, 266]] = trained_rows(seed=9)[[265, 266]]
    return matrix


BASE = with_tiny(trained_rows(), CHAT_ROWS)
NOISE = np.random.default_rng(3).normal(0, 1e-7, 64)
USUAL = trained_rows()
OWN_END = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|done|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
OWN = {"texts": (*SPECIALS, "<|done|>"), "template": OWN_END}
CHATML_MODELFILE = 'FROM ./model.gguf\nTEMPLATE """<|im_start|>user\n{{ .Prompt }}<|im_end|>"""\n'

WEIGHT_FIXTURES: dict[str, tuple[Build, Build]] = {
    "EOS011": (
        untied(renumbered(trained_above=True)),
        untied(renumbered(trained_above=False)),
    ),
    "EOS030": (untied(BASE), untied(with_tiny(trained_rows(), range(261, 300)))),
    "EOS031": (
        adapter(untied(BASE), target_modules="all-linear"),
        adapter(untied(BASE), target_modules="all-linear", modules_to_save=["lm_head"]),
    ),
    "EOS032": (tied(trained_rows(seed=1), USUAL), tied(USUAL, USUAL)),
    "EOS033": (
        untied(with_rows({258: USUAL[:256].mean(axis=0) + 0.0005}), dtype="F32"),
        untied(with_rows({258: USUAL[:256].mean(axis=0) + 0.2 * USUAL[258]}), dtype="F32"),
    ),
    "EOS034": (untied(trained_rows(258)), untied(trained_rows(261))),
    "EOS035": (
        quantised(with_rows({258: USUAL[257] + NOISE})),
        quantised(with_rows({298: USUAL[297] + NOISE})),
    ),
    "EOS036": (
        untied(with_rows({258: 9 * USUAL[258]})),
        untied(with_rows({258: 1.5 * USUAL[258]})),
    ),
    "EOS050": (
        gguf(**OWN, ids={"eos": 256, "eot": 256}),
        gguf(**OWN, ids={"eos": 256, "eot": 261}),
    ),
    "EOS051": (gguf(ids={"eos": 261}), gguf(ids={"eos": 258, "padding": 260})),
    "EOS052": (gguf(types={"<|im_end|>": 4}), gguf(types={"<think>": 4})),
    "EOS053": (gguf(ids={"eos": 256}), gguf(ids={"eos": 256, "eot": 258})),
    "EOS054": (
        modelfile("FROM ./model.gguf\n", template=None),
        modelfile(CHATML_MODELFILE),
    ),
    "EOS055": (
        modelfile(CHATML_MODELFILE + 'PARAMETER stop "</think>"\n'),
        modelfile(CHATML_MODELFILE + 'PARAMETER stop "<|im_start|>"\n'),
    ),
    "EOS056": (gguf(ids={}), gguf(types={"<|endoftext|>": 3})),
    "EOS057": (
        gguf_in(model(), ids={"eos": 260}),
        gguf_in(model(), ids={"eos": 256}),
    ),
}
