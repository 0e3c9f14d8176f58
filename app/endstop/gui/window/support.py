"""What helps to find a fault, as text: versions, the model, settings and the end of the log.

It is for whoever mends Endstop, so it is in English; and it is made to be published, so it holds
nothing of a document and no path.
"""

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtGui import QGuiApplication

from endstop import __version__
from endstop.engines.engine import ModelDescription
from endstop.gui.settings.settings import Settings
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.logs import last_lines
from endstop.schemas.library import library_schemas
from endstop.translation import _

_DISTRIBUTIONS = ("PySide6-Essentials", "mlx", "mlx-vlm", "transformers", "llguidance")
_LINES = 50


def copy_diagnostics(
    model: ModelDescription | None, settings: Settings, strip: NoticeStrip
) -> None:
    """Put the text on the clipboard, and say so."""
    QGuiApplication.clipboard().setText(support_text(model, settings))
    sentence = _("The diagnostics are on the clipboard. Nothing of your documents is in them.")
    strip.show_notice(Notice(NoticeKind.SUCCESS, sentence))


def support_text(model: ModelDescription | None, settings: Settings) -> str:
    """The text; `model` is the loaded one."""
    return "\n".join((*_versions(), _model(model), _settings(settings), "", *_log())) + "\n"


def _versions() -> Iterator[str]:
    yield f"Endstop {__version__}"
    yield f"Python {platform.python_version()}"
    yield f"Platform {platform.platform()}"
    for distribution in _DISTRIBUTIONS:
        try:
            yield f"{distribution} {version(distribution)}"
        except PackageNotFoundError:  # a bundle may hold the modules alone
            yield f"{distribution} (version unknown)"


def _model(model: ModelDescription | None) -> str:
    if model is None:
        return "Model: none is loaded"
    return (
        f"Model: {model.name}, {model.architecture}, {model.quantisation or 'not quantised'}, "
        f"{model.vocabulary} tokens, {model.size / 1e9:.2f} GB"
    )


def _settings(settings: Settings) -> str:
    """Those that change what is done. A schema of the user's own goes unnamed."""
    in_library = settings.schema in {schema.name for schema in library_schemas()}
    return (
        f"Settings: schema {settings.schema if in_library else 'of a file'}, "
        f"extract on drop {settings.extract_on_drop}, at most {settings.max_tokens} tokens, "
        f"at most {settings.max_seconds} s, theme {settings.theme}"
    )


def _log() -> list[str]:
    return last_lines(_LINES) or ["There is no log."]
