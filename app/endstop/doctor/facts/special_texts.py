"""Texts that look like control tokens, and texts that mark a token as unused."""

import re

_MARKS = r"<\|[^|<>\s]{1,60}\|>|<｜[^<>\s]{1,60}｜>"
_special = re.compile(
    rf"{_MARKS}|<\|?/?[A-Za-z_][^<>\s]{{0,60}}\|?>|\[\|?/?[A-Za-z_~][^\[\]\s]{{0,40}}\]|_<[A-Z]+>"
)
_reserved = re.compile(
    r"(<\||<|\[|)(reserved|unused|extra|dummy|placeholder|blank)[a-z_]*[_ -]?\d+(\|>|>|\]|)", re.I
)
_marked = re.compile(_MARKS)


def looks_special(text: str) -> bool:
    """Whether the whole text has the form of a control token: `<|im_end|>`, `</s>`, `[EOS]`."""
    return _special.fullmatch(text) is not None


def is_reserved(text: str) -> bool:
    """Whether the text names a slot that nothing uses: `<|reserved_special_token_3|>`."""
    return _reserved.fullmatch(text) is not None


def marked_texts(text: str) -> list[str]:
    """The texts between `<|` and `|>` in a rendered conversation, each once, in their order."""
    return list(dict.fromkeys(_marked.findall(text)))
