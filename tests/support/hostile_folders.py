"""Model folders damaged by chance and on purpose; the same seed damages the same way."""

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.support.folders import CHATML, make_folder
from tests.support.weights import make_gguf, trained_rows, write_safetensors

_TEXTS = [f"token{number}" for number in range(256)] + ["<|endoftext|>", "<|im_end|>"]
ENDLESS = (  # each costs the time limit
    "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "{% set s = 'a' * 2 ** 24 %}{% for i in range(99999) %}{% set t = s.upper() %}{% endfor %}",
    "{{ 9 ** (9 ** 9) }}",
)
_TEMPLATES = (
    "",
    "{% broken",
    "{% include 'chat_template.jinja' %}",
    "{% extends 'chat_template.jinja' %}",
    "{% import 'chat_template.jinja' as me %}{{ me.m() }}",
    "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "{% block a %}{{ self.a() }}{% endblock %}",
    "{% for m in messages recursive %}{{ loop(messages) }}{% endfor %}",
    "{{ 'a' * 10 ** 11 }}",
    "{% for i in range(10 ** 12) %}x{% endfor %}",
    "{% set n = namespace(s='a') %}{% for i in range(99) %}{% set n.s = n.s * 9 %}{% endfor %}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ raise_exception('no ' * 100000) }}",
    "{% if 1 %}" * 2000,
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    CHATML + "\ud800",
    CHATML.replace("<|im_end|>", "<|\ud800|>"),
    CHATML.replace("<|im_end|>", "<|im_end|>\0" * 1000),
    CHATML.replace("{{ m.content }}", "{{ m.content * 200 }}"),
    CHATML.replace("<|im_end|>", "[|" + "x" * 29 + "|]" + "<" * 5000),
)
_GIANT = 10**30
_JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    2**31,
    2**32,
    2**63,
    _GIANT,
    -_GIANT,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "text",
    "<|im_end|>",
    "\ud800",
    "\0",
    "x" * 100_000,
    [],
    {},
    [None],
    [[258]],
    [258, "258", 258.0, True],
    list(range(20_000)),
    {"content": None},
    {"content": {"content": "<|im_end|>"}},
    {"\ud800": "\udfff"},
)
_BYTES = (
    b"",
    b"\0",
    b"\xff\xfe\x00\x00",
    b"\xc3\x28" * 100,
    b"[" * 200_000,
    b'{"a":' * 60 + b"1" + b"}" * 60,
    b'{"eos_token_id": ' + b"9" * 5000 + b"}",
    b'{"eos_token_id": 1, "eos_token_id": [2], "eos_token_id": "3"}',
    b"null",
    b"NaN",
    b'"' + b"a" * 100_000,
    b"\xef\xbb\xbf{}",
)


def make_hostile(folder: Path, seed: int) -> Path:
    """A whole model folder with one to three faults."""
    random = Random(seed)
    _make_whole(folder)
    for _number in range(random.randint(1, 3)):
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        random.choice(_FAULTS)(random.choice(files), random)
    return folder


def make_endless(folder: Path, template: str) -> Path:
    """A right folder but for a template that does not end."""
    return make_folder(folder, template=template, tokenizer_config={"eos_token": "<|im_end|>"})


def make_unending(path: Path, kind: str) -> None:
    """In a file's place something that is none: whoever opens or reads it may wait for ever."""
    path.unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
        case _:
            path.symlink_to({"loop": path.name, "dangling": "nothing"}.get(kind, kind))


UNENDING = ("pipe", "socket", "folder", "loop", "dangling", "/dev/zero")


def _make_whole(folder: Path) -> None:
    """Every kind of file that a model folder may hold, with a right content."""
    make_folder(
        folder,
        config={
            "model_type": "qwen3_5",
            "eos_token_id": 258,
            "tie_word_embeddings": False,
            "text_config": {"eos_token_id": 258, "vocab_size": 300, "hidden_size": 64},
            "quantization": {"group_size": 64, "bits": 4, "lm_head": {"bits": 8}},
        },
        generation_config={"eos_token_id": [258, 256], "pad_token_id": 256},
        tokenizer_config={
            "eos_token": {"content": "<|im_end|>"},
            "pad_token": "<|endoftext|>",
            "added_tokens_decoder": {"258": {"content": "<|im_end|>", "special": True}},
            "chat_template": [{"name": "default", "template": CHATML}],
        },
    )
    others: dict[str, Any] = {
        "special_tokens_map.json": {"eos_token": "<|im_end|>", "additional_special_tokens": ["x"]},
        "added_tokens.json": {"<|im_end|>": 258},
        "chat_template.json": {"chat_template": CHATML},
        "adapter_config.json": {"peft_type": "LORA", "target_modules": ["q_proj"], "r": 8},
        "model.safetensors.index.json": {"weight_map": {"lm_head.weight": "model.safetensors"}},
    }
    for name, content in others.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    (folder / "Modelfile").write_text(
        'FROM ./model.gguf\nPARAMETER stop "<|im_end|>"\nTEMPLATE """{{ .Prompt }}"""\n'
    )
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates" / "rag.jinja").write_text(CHATML)
    rows = trained_rows()
    write_safetensors(
        folder / "model.safetensors",
        {"lm_head.weight": ("F32", rows), "model.embed_tokens.weight": ("BF16", rows)},
    )
    make_gguf(folder / "model.gguf", texts=_TEXTS, ids={"eos": 257})


def _cut(path: Path, random: Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: random.randrange(len(content) + 1)])


def _disturb(path: Path, random: Random) -> None:
    content = bytearray(path.read_bytes()) or bytearray(b"\0")
    for _number in range(random.choice((1, 5, 50))):
        content[random.randrange(min(len(content), 4096))] = random.randrange(256)
    path.write_bytes(content)


def _replace(path: Path, random: Random) -> None:
    path.write_bytes(random.choice(_BYTES))


def _remove(path: Path, _random: Random) -> None:
    path.unlink()


def _by_folder(path: Path, _random: Random) -> None:
    path.unlink()
    path.mkdir()


def _by_link(path: Path, random: Random) -> None:
    """A link to itself, to its folder, to nothing, or to what never ends."""
    path.unlink()
    path.symlink_to(random.choice((path.name, ".", "nothing", "/dev/zero", "/dev/null")))


def _by_pipe(path: Path, _random: Random) -> None:
    """A named pipe, at which a careless reader waits for ever."""
    path.unlink()
    os.mkfifo(path)


def _in_json(path: Path, random: Random) -> None:
    """Junk in a JSON file's place of a value, at any depth; a new template in others."""
    try:
        content = json.loads(path.read_bytes())
    except ValueError:
        path.write_bytes(random.choice(_TEMPLATES).encode("utf-8", "surrogatepass"))
        return
    place, key = _place(content, random)
    if place is None:
        content = random.choice(_JUNK)
    else:
        place[key] = random.choice(_JUNK)
    path.write_text(json.dumps(content), encoding="utf-8")


def _place(content: Any, random: Random) -> tuple[Any, Any]:
    """Where to put it: a container of the content and a key; None for the content itself."""
    place, key = None, None
    while isinstance(content, dict | list) and content:
        place = content
        keys = [*content] if isinstance(content, dict) else range(len(content))
        key = random.choice(keys)
        content = content[key]
        if random.random() < 0.3:
            break
    return place, key


def _in_ends(path: Path, random: Random) -> None:
    """Junk as the ends that the files list."""
    for name in ("config.json", "generation_config.json"):
        file = path.parent / name
        if file.is_file() and random.random() < 0.7:
            file.write_text(json.dumps({"eos_token_id": random.choice(_JUNK)}), encoding="utf-8")


def _in_template(path: Path, random: Random) -> None:
    file = path.parent / "chat_template.jinja"
    if file.is_dir() or file.is_symlink() or file.is_fifo():
        return
    file.write_bytes(random.choice(_TEMPLATES).encode("utf-8", "surrogatepass"))


_FAULTS: tuple[Callable[[Path, Random], None], ...] = (
    *(_cut, _disturb, _replace, _remove, _by_folder, _by_link, _by_pipe),
    *(_in_json, _in_json, _in_json, _in_ends, _in_template),
)
