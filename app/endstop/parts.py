"""The parts in which Endstop is installed, and what to say where one is missing.

`endstop` alone is the doctor, with neither MLX nor Qt. `endstop[extract]` adds extraction on the
command line, and `endstop[app]` the window as well. pyproject.toml says what each part requires.
"""

from enum import StrEnum
from importlib.util import find_spec

from endstop.errors import UsageError
from endstop.translation import _


class Part(StrEnum):
    """A part beyond the doctor, by the name of its extra."""

    EXTRACT = "extract"
    APP = "app"


_EXTRACT_MODULES = (
    "PIL",
    "jsonschema",
    "llguidance",
    "mlx",
    "mlx_vlm",
    "pi_heif",
    "pypdfium2",
)
MODULES = {Part.EXTRACT: _EXTRACT_MODULES, Part.APP: (*_EXTRACT_MODULES, "PySide6")}


def require(part: Part) -> None:
    """Raise UsageError, which says what to install, unless every module of the part is there."""
    if any(find_spec(module) is None for module in MODULES[part]):
        raise UsageError(
            _("This needs the part “{part}” of Endstop, which is not installed.").format(part=part),
            _("Install it: {command}").format(command=f'pip install "endstop[{part}]"'),
        )
