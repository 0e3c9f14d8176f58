"""Exceptions that nobody foresaw, as errors that a person can read and pass on; no Qt."""

from traceback import format_exception

from endstop.errors import EndstopError, UnforeseenError
from endstop.translation import _


def unforeseen(error: BaseException, sentence: str = "") -> UnforeseenError:
    """The error with its traceback; `sentence` may name `{kind}` and `{text}` of it."""
    sentence = sentence or _("Something went wrong in Endstop: {kind}: {text}.")
    return UnforeseenError(
        sentence.format(kind=type(error).__name__, text=error),
        _("You can go on; please report it."),
        "".join(format_exception(error)),
    )


def as_error(error: BaseException, sentence: str = "") -> EndstopError:
    """An expected error as it is, any other as an unforeseen one."""
    return error if isinstance(error, EndstopError) else unforeseen(error, sentence)
