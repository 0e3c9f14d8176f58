"""What a person reads goes through here: one gettext catalogue for window and command line.

English is the source language, so a missing catalogue falls back to the text itself.
"""

import gettext
import locale
import os

from endstop.assets import resource


def _languages() -> list[str]:
    """The user's languages, most wanted first, as gettext names them."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value.split(":")
    return [locale.getlocale()[0] or "en"]


_catalogue = gettext.translation(
    "endstop", localedir=resource("translations"), languages=_languages(), fallback=True
)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext
