"""Ollama's Modelfile: instructions, one to a line, with triple quotes for long texts.

Source: ollama/ollama, `docs/modelfile.mdx` and `parser/parser.go` (0.33.0): the instruction is
case-insensitive, a text may be quoted with one or three double quotes, `#` begins a comment line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from endstop.checkpoints.folder_file import Kind, read_file

NAME = "Modelfile"
_INSTRUCTION = re.compile(r"[ \t]*([A-Za-z]+)[ \t]+")
_LONG = '"""'
_NAMES = frozenset(
    {"FROM", "TEMPLATE", "PARAMETER", "SYSTEM", "ADAPTER", "LICENSE", "MESSAGE", "RENDERER"}
) | {"PARSER", "REQUIRES"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A `PARAMETER` instruction, and the line that it stands in."""

    name: str
    value: str
    line: str


@dataclass(frozen=True, slots=True)
class Modelfile:
    """What a Modelfile says. `parameters` may name one several times, as `stop` is."""

    source: str = ""
    template: str | None = None
    system: str | None = None
    adapter: str | None = None
    renderer: str | None = None
    parameters: tuple[Parameter, ...] = ()

    @property
    def stops(self) -> tuple[str, ...]:
        """The texts of `PARAMETER stop`."""
        return tuple(parameter.value for parameter in self.parameters if parameter.name == "stop")


def read_modelfile(folder: Path) -> Modelfile | None:
    """The folder's Modelfile; None if there is none or it cannot be read."""
    try:
        text = read_file(folder / NAME, Kind.MODELFILE)
    except OSError:
        return None
    return parse_modelfile(text.decode("utf-8", "replace"))


def parse_modelfile(text: str) -> Modelfile:
    """Read the instructions; lines that are none are skipped, the last of a kind counts."""
    last: dict[str, str] = {}
    parameters: list[Parameter] = []
    for name, value, line in _instructions(text.removeprefix("\ufeff").replace("\r\n", "\n")):
        if name == "PARAMETER":
            key, _, argument = value.partition(" ")
            parameters.append(Parameter(key.lower(), _unquoted(argument.strip()), line))
        else:
            last[name] = value
    return Modelfile(
        source=last.get("FROM", ""),
        template=last.get("TEMPLATE"),
        system=last.get("SYSTEM"),
        adapter=last.get("ADAPTER"),
        renderer=last.get("RENDERER"),
        parameters=tuple(parameters),
    )


def _instructions(text: str) -> Iterator[tuple[str, str, str]]:
    """Every instruction's name, its text, quotes removed, and the line that it begins in."""
    at = 0
    while at < len(text):
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        match = _INSTRUCTION.match(text, at, line_end)
        if match is None or match.group(1).upper() not in _NAMES:
            at = line_end + 1
            continue
        name, start, line = match.group(1).upper(), match.end(), text[at:line_end].strip()
        if text.startswith(_LONG, start):
            end = text.find(_LONG, start + len(_LONG))
            end = len(text) if end < 0 else end
            yield name, text[start + len(_LONG) : end], line
            line_end = text.find("\n", end)
            at = len(text) if line_end < 0 else line_end + 1
        else:
            value = text[start:line_end].strip()
            yield name, value if name == "PARAMETER" else _unquoted(value), line
            at = line_end + 1


def _unquoted(value: str) -> str:
    """A value without its quotes; a quoted one may hold escapes, as Ollama writes them."""
    quoted = re.fullmatch(r'"(.*)"', value, re.DOTALL)
    if quoted is None:
        return value
    inner = quoted.group(1)
    escapes = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
    return re.sub(r"\\[nt\"\\]", lambda found: escapes[found.group()], inner)
