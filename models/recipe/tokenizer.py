"""The tokenizer: 256 bytes, Qwen's special tokens, and whole pieces of prompt and answer.

There are no merges. The pieces of the prompt are added tokens because the prompt is always the
same: the schema-driven extraction prompt of lift (datalab-to/lift, Apache-2.0) with
``json.dumps(schema, indent=2)``. It takes about 45 tokens instead of about 900. The order of the
tokens is part of the trained model: never change it.
"""

from __future__ import annotations

import json
from typing import Any

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

VOCABULARY_SIZE = 320
END_OF_TEXT = "<|endoftext|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
SPECIAL_TOKENS = (
    END_OF_TEXT,
    TURN_START,
    TURN_END,
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
PROMPT_BEFORE = (
    "Extract structured data from this document according to the provided JSON schema.  "
    "The document is provided as images, in page order.\n\n## JSON Schema\n```json\n"
)
PROMPT_AFTER = (
    "\n```\n\n## Instructions\n- Return a JSON object matching the schema\n"
    "- Use the correct type for each field (string, number, array)"
)
KEYS = (
    "vendor",
    "invoice_number",
    "date",
    "customer",
    "currency",
    "tax",
    "total",
    "items",
    "description",
    "quantity",
    "amount",
)


def typed(indent: int, name: str, described: bool = False) -> str:
    """Return the lines that declare a property's type in an indented schema."""
    pad = " " * indent
    if described:
        return f': {{\n{pad}  "type": "{name}",\n{pad}  "description": '
    return f': {{\n{pad}  "type": "{name}"\n{pad}}}'


PROMPT_PIECES = (
    PROMPT_BEFORE,
    PROMPT_AFTER,
    "user\n",
    "assistant\n",
    "system\n",
    "<think>",
    "</think>",
    '{\n  "type": "object",\n  "properties": {\n    ',
    typed(4, "string"),
    typed(4, "number"),
    typed(4, "integer"),
    typed(4, "string", described=True),
    typed(4, "number", described=True),
    (
        ': {\n      "type": "array",\n      "items": {\n        "type": "object",\n'
        '        "properties": {\n          '
    ),
    typed(10, "string"),
    typed(10, "number"),
    typed(10, "integer"),
    typed(10, "string", described=True),
    typed(10, "number", described=True),
    ",\n          ",
    "\n          }\n        }\n      }\n    }",
    "\n          }",
    "\n        }\n      }\n    }",
    '\n        },\n        "required": [\n          ',
    "\n        ]\n      }\n    }",
    ",\n    ",
    "\n    }",
    "\n  }",
    "\n}",
    '\n  },\n  "required": [\n    ',
    "\n  ]\n}",
    "\n  }\n}",
)
ANSWER_PIECES = (
    *(f'"{key}"' for key in KEYS),
    ':"',
    '",',
    '"}',
    "[{",
    "},{",
    "}]",
    "}],",
    '":',
    "null",
)


def built_tokenizer() -> Tokenizer:
    """Return the tokenizer; ids 0 to 255 are the bytes, ordered by their printable forms."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {character: number for number, character in enumerate(alphabet)}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [AddedToken(text, special=True, normalized=False) for text in SPECIAL_TOKENS]
    )
    tokenizer.add_tokens(
        [AddedToken(t, special=False, normalized=False) for t in PROMPT_PIECES + ANSWER_PIECES]
    )
    return tokenizer


TOKENIZER = built_tokenizer()
TOKEN_IDS = {text: TOKENIZER.token_to_id(text) for text in SPECIAL_TOKENS}


def token_ids(text: str) -> list[int]:
    """Return the ids of a text, nothing added."""
    return list(TOKENIZER.encode(text, add_special_tokens=False).ids)


def decoded(ids: list[int]) -> str:
    """Return the text of ids, special tokens included."""
    return str(TOKENIZER.decode(ids, skip_special_tokens=False))


def prompt_text(schema: dict[str, Any]) -> str:
    """Return what the user's turn says after the images."""
    return PROMPT_BEFORE + json.dumps(schema, indent=2) + PROMPT_AFTER


IMAGE_PREFIX_IDS = tuple(token_ids(f"{TURN_START}user\n<|vision_start|>"))
"""The ids before the image tokens of the one and only image."""


def prompt_ids(schema: dict[str, Any]) -> list[int]:
    """Return the ids from the end of the image to the start of the answer."""
    turn = f"<|vision_end|>{prompt_text(schema)}{TURN_END}\n{TURN_START}assistant\n"
    return token_ids(turn)
