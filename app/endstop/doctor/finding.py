"""What the doctor says: findings, their evidence, and the edits that mend them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    """How bad a finding is; an error makes the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where it shows: a key of the finding's file, what stands there, what should."""

    key: str
    found: Any
    wanted: Any = None


@dataclass(frozen=True, slots=True)
class JsonEdit:
    """Set the value at `path` (keys from the top) of a JSON file; the file is made if missing."""

    file: str
    path: tuple[str, ...]
    value: Any


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Append lines to a text file (a Modelfile), and take the lines of `without` out of it."""

    file: str
    lines: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GgufEdit:
    """Set an integer metadata key of a GGUF file in place; the key must exist.

    `index` is the place of the integer where the key holds an array.
    """

    file: str
    key: str
    value: int
    index: int | None = None

    @property
    def place(self) -> str:
        """The key as a person reads it: `tokenizer.ggml.token_type[258]`."""
        return self.key if self.index is None else f"{self.key}[{self.index}]"


Edit = JsonEdit | TextEdit | GgufEdit


@dataclass(frozen=True, slots=True)
class Fix:
    """How to mend a finding: `automatic` in one click, else after a yes; no edits: advice."""

    title: str
    automatic: bool
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect. `file` is relative to the folder, empty where no single file is to blame.

    `covers` are the codes of findings that this one says too; a diagnosis leaves those out.
    `beyond_stop_lists`: no stop list makes it harmless; a diagnosis takes that from the check.
    """

    code: str
    severity: Severity
    title: str
    message: str
    file: str = ""
    evidence: tuple[Evidence, ...] = ()
    fix: Fix | None = None
    covers: tuple[str, ...] = ()
    beyond_stop_lists: bool = False
