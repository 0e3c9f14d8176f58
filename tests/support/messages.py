"""Brings the catalogues of translations up to date with the sources: `make messages`.

Babel's own extraction reads tokens, and up to Python 3.11 sees nothing within an f-string; the
syntax tree is the same in every version. What Babel writes with dates in it is written without.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typing_extensions import override

_TOP = Path(__file__).parents[2]
SOURCES = _TOP / "app"
CATALOGUES = tuple(sorted((_TOP / "resources/translations").glob("*/LC_MESSAGES/endstop.po")))
_COUNTS = {"_": 1, "ngettext": 2}  # functions, and how many of their arguments are texts


class SteadyCatalog(Catalog):
    """A catalogue whose header changes only with the language."""

    @property
    @override
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header."""
        return [
            ("Project-Id-Version", "Endstop"),
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def messages() -> set[str | tuple[str, str]]:
    """Every text of the sources that is translated; a pair where there is a plural."""
    return {message for path in SOURCES.rglob("*.py") for message in _messages_of(path)}


def read(path: Path) -> Catalog:
    """A catalogue as it is."""
    with path.open("rb") as file:
        return read_po(file, locale=_language(path))


def updated(path: Path) -> SteadyCatalog:
    """The catalogue with the messages of the sources and what it has of their translations."""
    old = read(path)
    new = SteadyCatalog(_language(path), header_comment=old.header_comment, fuzzy=False)
    for text in messages():
        known = old.get(text)
        new[text] = known if known and known.id == text else Message(text)
        if new[text].python_brace_format:
            new[text].flags.discard("python-format")  # which Babel sees in "99 % of"
    return new


def untranslated(catalogue: Catalog) -> list[str]:
    """The messages without a translation, or with one that a person has yet to look at."""
    return [str(each.id) for each in catalogue if each.fuzzy or not all(forms(each))]


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or one for each form of the plural."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, and compiled beside it."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def _language(path: Path) -> str:
    return path.parent.parent.name


def _messages_of(path: Path) -> Iterator[str | tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = _COUNTS.get(node.func.id)
            if count is not None:
                texts = tuple(ast.literal_eval(argument) for argument in node.args[:count])
                yield texts[0] if count == 1 else texts


if __name__ == "__main__":
    for catalogue in CATALOGUES:
        write(catalogue, updated(catalogue))
        missing = untranslated(read(catalogue))
        print(f"{catalogue.relative_to(_TOP)}: {len(missing)} messages to translate")
