"""How the characters of a text layer are spelled, so that a value can be found among them."""

import unicodedata

# What PDFium writes for a hyphen or soft hyphen at the end of a line that goes on in the next.
LINE_END_HYPHEN = "\x02"

# Scripts that put no spaces between words: each character (Thai: with its marks) stands alone.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x30FF),  # radicals, punctuation of ideographs, kana
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
# Control characters and what Unicode has not assigned.
_NO_LETTERS = ("Cc", "Cn")
# Latin ligatures; forms of Arabic and Hebrew letters by their place in a word.
_PRESENTED = ((0xFB00, 0xFDFF), (0xFE70, 0xFEFC))
# Soft hyphens, spaces of no width, marks of direction, the mark of byte order.
_UNSEEN = dict.fromkeys(
    [0x00AD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF]
)


def legible(text: str) -> str:
    """`text` composed, its ligatures and presentation forms as letters, without unseen marks."""
    spelled = "".join(
        unicodedata.normalize("NFKC", letter) if _is_within(letter, _PRESENTED) else letter
        for letter in text.replace(LINE_END_HYPHEN, "-").translate(_UNSEEN)
    )
    composed = unicodedata.normalize("NFC", spelled)
    return "".join(
        letter for letter in composed if unicodedata.category(letter) not in ("Cc", "Cn")
    )


def is_first_half(unit: str) -> bool:
    """Whether the UTF-16 unit is the first half of a character beyond U+FFFF."""
    return "\ud800" <= unit <= "\udbff"


def whole(half: str, unit: str) -> str:
    """The character that `unit` is, or that it ends if `half` is the first half; else U+FFFD."""
    if not "\udc00" <= unit <= "\udfff":
        return unit
    return chr(0x10000 + (ord(half) - 0xD800 << 10) + ord(unit) - 0xDC00) if half else "\ufffd"


def is_unspaced(letter: str) -> bool:
    """Whether the character belongs to a script that puts no spaces between words."""
    return _is_within(letter, _UNSPACED)


def is_mark(letter: str) -> bool:
    """Whether the character is a mark on the one before it."""
    return unicodedata.category(letter).startswith("M")


def _is_within(letter: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(letter) <= last for first, last in ranges)
