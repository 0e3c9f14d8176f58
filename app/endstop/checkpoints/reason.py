"""Why a foreign file cannot be used, as one short line."""

_LONGEST = 200  # characters


def short_reason(error: BaseException) -> str:
    """What an error says; its name if it says nothing.

    Libraries quote the file in their errors, and what they quote may be long or half a surrogate
    pair, which no file or terminal takes.
    """
    words = str(error)[: 2 * _LONGEST].encode("utf-8", "replace").decode("utf-8")
    line = " ".join(words.split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - 1]}…"
    return line or type(error).__name__
