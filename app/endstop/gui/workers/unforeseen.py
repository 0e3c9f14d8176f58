"""Exceptions that nobody foresaw, turned into errors that a person can read and report; no Qt."""

from traceback import format_exception

from endstop.errors import EndstopError, UnforeseenError
from endstop.translation import _


def unforeseen(error: BaseException, sentence: str = "") -> UnforeseenError:
    """An error that keeps the traceback; `sentence` may contain `{kind}` and `{text}`."""
    sentence = sentence or _("Something went wrong in Endstop: {kind}: {text}.")
    return UnforeseenError(
        sentence.format(kind=type(error).__name__, text=error),
        _("You can go on; please report it."),
        "".join(format_exception(error)),
    )


def as_error(error: BaseException, sentence: str = "") -> EndstopError:
    """An expected error unchanged, any other as an unforeseen one."""
    return error if isinstance(error, EndstopError) else unforeseen(error, sentence)
