"""What reaches a terminal, made harmless; a file or a program gets it as it is."""

import sys
import unicodedata

from endstop.doctor.reports.layout import harmless


def one_line(text: str) -> str:
    """The text in one line, with what could steer a terminal, or hide, spelt as an escape.

    Names of files and words of documents come from strangers: a line break or a mark that turns
    the direction of writing would let them pass for a message of ours.
    """
    return harmless(text).replace("\n", "\\n")


def print_line(text: str) -> None:
    """A line on standard output; bytes of a file's name that are no text stay what they are."""
    _print((one_line(text) if sys.stdout.isatty() else text) + "\n")


def print_result(text: str) -> None:
    """JSON or a table on standard output, in UTF-8 unless it is a terminal's."""
    _print("".join(map(_shown, text)) if sys.stdout.isatty() else text)


def _print(text: str) -> None:
    if sys.stdout.isatty():
        print(text, end="", flush=True)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


def _shown(letter: str) -> str:
    """The letter, or its escape in JSON."""
    if letter.isprintable() or letter == "\n" or unicodedata.category(letter) == "Zs":
        return letter
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
