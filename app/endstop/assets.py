"""Where packaged data lies: the only module that builds paths to it."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


@cache
def _top() -> tuple[Path, Path]:
    """The folders of resources and of bundled models, in a wheel or in a checkout."""
    if (_PACKAGE / "resources").is_dir():
        return _PACKAGE / "resources", _PACKAGE / "bundled_models"
    checkout = _PACKAGE.parent.parent
    return checkout / "resources", checkout / "models"


def resource(name: str) -> Path:
    """The path of a packaged file or folder, `name` relative to resources/."""
    return _top()[0] / name


def bundled_model() -> Path:
    """The folder of the tiny model that ships with Endstop."""
    return _top()[1] / "endstop-tiny"
