"""A model that is being examined or has been; no Qt."""

from dataclasses import dataclass
from pathlib import Path

from endstop.errors import EndstopError
from endstop.gui.diagnostics.examination import Examination, health_of
from endstop.gui.widgets.health import Health
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class ExaminedModel:
    """A model and what is known about it; while both fields are None it is being examined."""

    path: Path
    examination: Examination | None = None
    error: EndstopError | None = None

    @property
    def name(self) -> str:
        """The model's name for people."""
        return self.path.name or str(self.path)

    @property
    def loadable(self) -> bool:
        """Whether Endstop itself can run it: a folder, no .gguf file."""
        return self.path.suffix.lower() != ".gguf"

    @property
    def health(self) -> Health:
        """Its colour; what cannot be read is red."""
        if self.examination is not None:
            return health_of(self.examination)
        return Health.UNKNOWN if self.error is None else Health.BAD

    @property
    def verdict(self) -> str:
        """What is known, in a sentence of plain text."""
        if self.examination is not None:
            return self.examination.verdict
        if self.error is not None:
            return str(self.error)
        return _("{name} is being examined…").format(name=self.name)
