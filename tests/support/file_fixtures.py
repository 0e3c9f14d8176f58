"""Triggers and near misses of the defects that the files and the template show.

Token ids: `<|endoftext|>` 256, `<|im_start|>` 257, `<|im_end|>` 258, `<think>` 259, `</think>` 260;
0 is `!`. What a fixture does not name is right.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.folders import CHATML, SPECIALS, make_folder

Build = Callable[[Path], Path]
NO_FILE: Any = None

_CONFIG = {"model_type": "qwen2", "vocab_size": 320, "eos_token_id": 258}
_TOKENIZER = {"eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"}
_TURN = "{% for m in messages %}<|im_start|>{{ m.role }}\n"
_FINAL = (  # gpt-oss closes its last answer with <|endoftext|> here
    _TURN + "{{ m.content }}{% if loop.last and m.role == 'assistant' %}<|endoftext|>"
    "{% else %}<|im_end|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_THINKING = (
    _TURN + "{% if m.role == 'assistant' %}<think>\n\n</think>\n\n{% endif %}"
    "{{ m.content }}<|im_end|>\n{% endfor %}"
)
_NEXT_ROLE = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
_ROLES = ("<|endoftext|>", "<|user|>", "<|assistant|>")  # 256, 257, 258
_CALLING = (
    _TURN + "{{ m.content }}{% for t in m.tool_calls or [] %}{{ t.function.name }}"
    "{{ t.function.arguments | tojson }}{% endfor %}"
    "{% if m.tool_calls %}<|eom_id|>{% else %}<|im_end|>{% endif %}\n{% endfor %}"
)
_MARKED = _TURN + "{% generation %}{{ m.content }}{% endgeneration %}<|im_end|>\n{% endfor %}"
_MARKED_WHOLE = _TURN + "{% generation %}{{ m.content }}<|im_end|>{% endgeneration %}\n{% endfor %}"
_PLAIN = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n\n{% endfor %}"
_ZEPHYR = "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}{{ eos_token }}\n{% endfor %}"
_UNK = (*SPECIALS, "<unk>")  # 261


def model(
    *,
    config: Any = _CONFIG,
    ends: Any = (258, 256),
    generation_config: Any = ...,
    tokenizer_config: Any = _TOKENIZER,
    template: str | None = CHATML,
    specials: tuple[str, ...] = SPECIALS,
    files: dict[str, Any] | None = None,
    name: str = "",
) -> Build:
    """A function that writes the model. `ends` is its eos_token_id, unless generation_config
    is given; NO_FILE leaves a file out. `files` are further ones, as JSON; `name` names the folder.
    """
    own = {"eos_token_id": list(ends) if isinstance(ends, tuple) else ends}

    def build(folder: Path) -> Path:
        made = make_folder(
            folder / name,
            config=config,
            generation_config=own if generation_config is ... else generation_config,
            tokenizer_config=tokenizer_config,
            template=template,
            specials=specials,
        )
        for file, content in (files or {}).items():
            text = content if isinstance(content, str) else json.dumps(content)
            (made / file).write_text(text, encoding="utf-8")
        return made

    return build


def plain_turn_end(folder: Path) -> Path:
    """`<|im_end|>` without the flag that makes it special."""
    made = model()(folder)
    path = made / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["added_tokens"][2]["special"] = False
    path.write_text(json.dumps(content), encoding="utf-8")
    return made


def _with(settings: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**settings, **more}


_TEXT_ONLY = {"model_type": "qwen3_5", "text_config": {"eos_token_id": 258}}
_NO_END = {"model_type": "qwen2", "vocab_size": 320}
_EOS_ENDOFTEXT = _with(_TOKENIZER, eos_token="<|endoftext|>")

FILE_FIXTURES: dict[str, tuple[Build, Build]] = {
    "EOS001": (
        model(ends=256, config=_with(_CONFIG, eos_token_id=256)),
        model(ends=(256, 258)),
    ),
    "EOS002": (
        model(tokenizer_config=_EOS_ENDOFTEXT, config=_with(_CONFIG, eos_token_id=256)),
        model(config=_with(_CONFIG, eos_token_id=256)),
    ),
    "EOS003": (
        model(generation_config={"_from_model_config": True}),
        model(generation_config=NO_FILE),
    ),
    "EOS004": (model(generation_config=NO_FILE), model(ends=258)),
    "EOS005": (
        model(ends=(258, 256), config=_with(_CONFIG, eos_token_id=[258, 257])),
        model(ends=(258, 256), config=_with(_CONFIG, eos_token_id=[256])),
    ),
    "EOS006": (model(ends="<|im_end|>"), model(ends=258)),
    "EOS007": (
        model(ends=32000, template=None, tokenizer_config={}, config=_NO_END),
        model(ends=(258, 32000)),
    ),
    "EOS008": (model(ends=(258, 0)), model(ends=(258, 257))),
    "EOS009": (
        model(tokenizer_config=_with(_TOKENIZER, eos_token="<|eot_id|>")),
        model(
            tokenizer_config=_with(
                _TOKENIZER,
                eos_token="<|eot_id|>",
                added_tokens_decoder={"261": {"content": "<|eot_id|>", "special": True}},
            )
        ),
    ),
    "EOS010": (
        model(files={"added_tokens.json": {"<|im_end|>": 259}}),
        model(files={"added_tokens.json": {"<|im_end|>": 258, "<|new|>": 300}}),
    ),
    "EOS012": (
        model(specials=("<|endoftext|>", "<|im_start|>")),
        model(),
    ),
    "EOS013": (plain_turn_end, model()),
    "EOS014": (
        model(generation_config=NO_FILE, config=_TEXT_ONLY),
        model(config=_TEXT_ONLY),
    ),
    "EOS015": (model(ends=(256, 258)), model(ends=(258, 256))),
    "EOS016": (
        model(template=_CALLING, specials=(*SPECIALS, "<|eom_id|>")),
        model(ends=(258, 261), template=_CALLING, specials=(*SPECIALS, "<|eom_id|>")),
    ),
    "EOS017": (model(template=_PLAIN), model()),
    "EOS018": (
        model(
            ends=256,
            template=_NEXT_ROLE,
            specials=_ROLES,
            config=_NO_END,
            tokenizer_config=_EOS_ENDOFTEXT,
        ),
        model(
            ends=(257, 256),
            template=_NEXT_ROLE,
            specials=_ROLES,
            config=_NO_END,
            tokenizer_config=_EOS_ENDOFTEXT,
        ),
    ),
    "EOS019": (
        model(ends=(256,), config=_NO_END, template=_FINAL, tokenizer_config=_EOS_ENDOFTEXT),
        model(),
    ),
    "EOS020": (
        model(ends=(258, 260), template=_THINKING),
        model(ends=(258, 256), template=_THINKING),
    ),
    "EOS021": (
        model(specials=("<|endoftext|>", "<|other|>", "<|im_end|>")),
        model(
            ends=256,
            config=_with(_CONFIG, eos_token_id=256),
            template=_ZEPHYR,
            specials=("<|endoftext|>",),
            tokenizer_config=_EOS_ENDOFTEXT,
        ),
    ),
    "EOS022": (
        model(tokenizer_config=_with(_TOKENIZER, chat_template=_ZEPHYR, eos_token="<|endoftext|>")),
        model(tokenizer_config=_with(_TOKENIZER, chat_template=CHATML)),
    ),
    "EOS023": (
        model(
            name="tiny-Base",
            ends=256,
            config=_with(_CONFIG, eos_token_id=256),
            tokenizer_config=_EOS_ENDOFTEXT,
        ),
        model(name="tiny-based-chat"),
    ),
    "EOS024": (
        model(files={"generation_config.json": '{"eos_token_id": [258,'}),
        model(files={"special_tokens_map.json": {}}),
    ),
    "EOS025": (
        model(tokenizer_config=_with(_TOKENIZER, pad_token=5)),
        model(tokenizer_config=_with(_TOKENIZER, pad_token=None)),
    ),
    "EOS026": (
        model(config=_with(_CONFIG, auto_map={"AutoConfig": "configuration_x.XConfig"})),
        model(
            config=_with(_CONFIG, auto_map={}, model_file=None),
            files={"configuration_x.py": "code that nothing names"},
        ),
    ),
    "EOS040": (
        model(
            tokenizer_config=_with(_TOKENIZER, pad_token="<|im_end|>"),
            files={"trainer_state.json": {}},
        ),
        model(),
    ),
    "EOS041": (model(template=_MARKED), model(template=_MARKED_WHOLE)),
    "EOS042": (
        model(ends=261, specials=_UNK, tokenizer_config=_with(_TOKENIZER, unk_token="<unk>")),
        model(
            ends=(258, 261), specials=_UNK, tokenizer_config=_with(_TOKENIZER, unk_token="<unk>")
        ),
    ),
    "EOS060": (
        model(ends=258, tokenizer_config=_EOS_ENDOFTEXT),
        model(ends=(258, 256), tokenizer_config=_EOS_ENDOFTEXT),
    ),
    "EOS061": (
        model(generation_config={"eos_token_id": [258], "suppress_tokens": [1, 258]}),
        model(generation_config={"eos_token_id": [258], "suppress_tokens": [1, 256]}),
    ),
    "EOS062": (
        model(
            config=_NO_END,
            generation_config={"eos_token_id": [256], "stop_strings": ["<|im_end|>"]},
        ),
        model(generation_config={"eos_token_id": [258], "stop_strings": ["<|im_end|>", "User:"]}),
    ),
    "EOS063": (
        model(tokenizer_config=_with(_TOKENIZER, eot_token="<end_of_turn>")),
        model(tokenizer_config=_with(_TOKENIZER, eot_token="<|im_end|>")),
    ),
    "EOS064": (
        model(tokenizer_config=_EOS_ENDOFTEXT),
        model(),
    ),
}
