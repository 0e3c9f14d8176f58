"""Numbers on the command line; argparse prints the sentence of what is none."""

import argparse
import math
import re

from endstop.translation import _

_MOST_TOKENS = 10**9
_LONGEST_SHOWN = 40


def tokens(text: str) -> int:
    """A number of tokens, from 1 to a thousand million; raises ArgumentTypeError."""
    if not re.fullmatch(r"\s*[-+]?[0-9]+\s*", text):
        raise _refused(_("{text} is not a whole number"), text)
    number = float(text)  # as many digits as there may be
    if number < 1:
        raise _refused(_("{text} is not above 0"), text)
    if number > _MOST_TOKENS:
        raise _refused(_("{text} is more than any model writes"), text)
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds above 0; raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise _refused(_("{text} is not a number of seconds"), text)
    if number <= 0:
        raise _refused(_("{text} is not above 0"), text)
    return number


def _refused(sentence: str, text: str) -> argparse.ArgumentTypeError:
    shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
    return argparse.ArgumentTypeError(sentence.format(text=shown))
