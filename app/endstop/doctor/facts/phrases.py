"""How findings name tokens, runtimes and settings."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from endstop.checkpoints.listed_ends import ListedEnds
from endstop.checkpoints.turn_end import Marker
from endstop.doctor.facts.special_texts import looks_special
from endstop.doctor.facts.subject import Subject
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _

_MOST = 12  # names that a message lists
_LONGEST = 60  # characters of a foreign value or text that a message shows
_RUNTIMES = {
    RuntimeName.MLX_LM_0_31: "mlx-lm 0.31",
    RuntimeName.MLX_VLM_0_6: "mlx-vlm 0.6",
    RuntimeName.VLLM: "vLLM",
    RuntimeName.SGLANG: "SGLang",
    RuntimeName.TGI: "TGI",
    RuntimeName.OLLAMA_MLX: "Ollama (MLX)",
    RuntimeName.LM_STUDIO: "LM Studio",
    RuntimeName.OMLX: "oMLX",
}


def runtimes(names: Iterable[RuntimeName]) -> str:
    """Runtimes as their makers write them: `transformers, mlx-lm 0.31`."""
    return ", ".join(_RUNTIMES.get(name, name.value) for name in names)


def token(subject: Subject, token_id: int) -> str:
    """A token by its id: `<|im_end|> (258)`."""
    text = _text(subject, token_id)
    return _numbered(subject, token_id) if text is None else f"{text} ({token_id})"


def names(subject: Subject, ids: Iterable[int]) -> str:
    """Several tokens in a sentence: `<|im_end|> (258), <|eom_id|> (261)`."""
    return ", ".join(token(subject, token_id) for token_id in ids)


def tokens(subject: Subject, ids: Iterable[int]) -> str:
    """A list of ids, as a file has it: `256 <|endoftext|>, 0 "!"`."""
    return enumeration([_numbered(subject, token_id) for token_id in ids])


def enumeration(names: Sequence[str]) -> str:
    """The names in a row; of very many the first ones, and how many more."""
    if len(names) <= _MOST:
        return ", ".join(names)
    shown = ", ".join(names[:_MOST])
    return _("{names} and {count} more").format(names=shown, count=len(names) - _MOST)


def markers(found: Iterable[Marker]) -> str:
    """The markers of a turn end: `<|im_end|> (258)`."""
    return ", ".join(
        marker.text if marker.id is None else f"{marker.text} ({marker.id})" for marker in found
    )


def place(listed: ListedEnds) -> str:
    """Where a setting stands: `generation_config.json`, `text_config of config.json`."""
    if len(listed.path) > 1:
        return _("{part} of {file}").format(part=".".join(listed.path[:-1]), file=listed.file)
    return listed.file


def shortened(value: Any) -> str:
    """A foreign value in at most 60 characters."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _numbered(subject: Subject, token_id: int) -> str:
    text = _text(subject, token_id)
    if text is not None:
        return f"{token_id} {text}"
    if subject.checkpoint.tokenizer is None:
        return shortened(token_id)
    return _("{id}, not in the vocabulary").format(id=shortened(token_id))


def _text(subject: Subject, token_id: int) -> str | None:
    """A token's text, in quotation marks unless it looks like a control token."""
    text = subject.checkpoint.token_text(token_id)
    if text is None:
        return None
    return shortened(text if looks_special(text) else json.dumps(text, ensure_ascii=False))
