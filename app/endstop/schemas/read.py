"""A schema's text, read with limits: files and texts come from strangers."""

import json
import math
import stat
from pathlib import Path
from typing import Any, NoReturn

from endstop.errors import SchemaError
from endstop.translation import _

# A schema is part of every prompt: this many bytes are more than most models hold.
MOST_BYTES = 1024 * 1024
# Checking a schema takes up to a millisecond for each of its values.
MOST_VALUES = 10_000
# Levels of arrays and objects; whoever follows a schema calls itself some times for each.
DEEPEST = 64
# No number of JSON's has more before its point (IEEE 754, binary64).
_MOST_DIGITS = 309


def read_schema_file(path: Path, name: str) -> str:
    """The text of an ordinary file in UTF-8.

    Raises SchemaError if it is something else or too large, FileNotFoundError if there is none.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise _unreadable(name, _("it is a folder") if stat.S_ISDIR(mode) else _no_file())
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _unreadable(name, error.strerror or type(error).__name__) from error
    except ValueError as error:  # a name that no file can have
        raise _unreadable(name, str(error)) from error
    _check_size(len(content), name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SchemaError(
            _("{file} is not text in UTF-8.").format(file=name), _("Save it as UTF-8.")
        ) from error


def parse_schema(text: str, name: str) -> Any:
    """The JSON value of `text`; raises SchemaError if it is none that a schema can be made of.

    Beyond JSON's own rules: no key twice, no number that no computer holds, no half of a surrogate
    pair, no more than `DEEPEST` levels.
    """
    _check_size(len(text), name)
    if not text.strip():
        raise SchemaError(_("{name} is empty.").format(name=name), _give_a_file())
    reader = _Reader(name)
    try:
        value = json.loads(
            text,
            object_pairs_hook=reader.members,
            parse_int=reader.integer,
            parse_float=reader.number,
            parse_constant=reader.constant,
        )
    except json.JSONDecodeError as error:
        raise SchemaError(
            _("{name} is not valid JSON: {reason}.").format(name=name, reason=error),
            _("Mend the text at that place."),
        ) from error
    except RecursionError as error:
        raise too_deep(name) from error
    _check_shape(value, name)
    _check_letters(value, name)
    return value


class _Reader:
    """What json.loads does with the parts of a schema."""

    def __init__(self, name: str) -> None:
        self._name = name

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in pairs:
            if key in read:
                self._refuse(_("{name} has the key {key} twice in one object."), key=_short(key))
            read[key] = value
        return read

    def integer(self, digits: str) -> int:
        if len(digits) > _MOST_DIGITS:
            self._refuse(_("{name} holds a number of {count} digits."), count=len(digits))
        return int(digits)

    def number(self, digits: str) -> float:
        number = float(digits)
        if not math.isfinite(number):
            self._refuse(_("{name} holds a number that is too large: {text}."), text=_short(digits))
        return number

    def constant(self, text: str) -> NoReturn:
        self._refuse(_("{name} holds {text}, which is no number in JSON."), text=text)

    def _refuse(self, sentence: str, **words: object) -> NoReturn:
        raise SchemaError(sentence.format(name=self._name, **words), _("Change it in the schema."))


def _check_shape(value: Any, name: str) -> None:
    """Level by level: there may be `MOST_VALUES` values on `DEEPEST` levels."""
    count, level = 1, [value]
    for _level in range(DEEPEST + 1):
        level = [part for each in level for part in _parts(each)]
        count += len(level)
        if count > MOST_VALUES:
            raise _too_large(name, _("{count} values").format(count=MOST_VALUES))
    if level:
        raise too_deep(name)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _check_letters(value: Any, name: str) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise SchemaError(
            _("{name} holds half of a character, {escape}.").format(
                name=name, escape=ascii(error.object[error.start])[1:-1]
            ),
            _("Write the character itself, or both halves of it."),
        ) from error


def _check_size(size: int, name: str) -> None:
    if size > MOST_BYTES:
        raise _too_large(name, _("{count} KB").format(count=MOST_BYTES // 1024))


def _too_large(name: str, most: str) -> SchemaError:
    return SchemaError(
        _("{name} is too large for a schema: it has more than {most}.").format(
            name=name, most=most
        ),
        _("Keep what you want to extract; the schema is part of every prompt."),
    )


def too_deep(name: str) -> SchemaError:
    """What to say of a schema that whoever follows it cannot follow to its end."""
    return SchemaError(
        _("{name} is nested too deeply, more than {levels} levels.").format(
            name=name, levels=DEEPEST
        ),
        _("Flatten the schema."),
    )


def _short(text: str) -> str:
    """A piece of a stranger's text, printable and not too long."""
    shown = ascii(text)[1:-1] if not text.isprintable() else text
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _unreadable(name: str, reason: str) -> SchemaError:
    return SchemaError(
        _("{file} cannot be read: {reason}.").format(file=name, reason=reason), _give_a_file()
    )


def _no_file() -> str:
    return _("it is no ordinary file")


def _give_a_file() -> str:
    return _("Give a JSON Schema file.")
