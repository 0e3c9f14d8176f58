"""Figures and names as people read them; no Qt."""


def size_text(size: int) -> str:
    """Bytes as people read them: 5.9 GB, 6.5 MB."""
    amount = float(size)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def unbroken(text: str) -> str:
    """The text with word joiners at its bars, so that no line ends within a token's name."""
    return text.replace("|", "\u2060|\u2060")
