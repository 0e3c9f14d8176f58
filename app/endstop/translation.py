"""What a person reads goes through here: one gettext catalogue for window and command line.

English is the source language, so a missing catalogue falls back to the text itself.
"""

import gettext
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator

from endstop.assets import resource

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order of GNU gettext
_SOURCE = ("c", "posix", "en")
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


def catalogues(wanted: Iterable[str]) -> Iterator[str]:
    """The names of the catalogues to try for languages as systems write them, best first.

    `zh_CN.UTF-8`, `zh-Hans` and `zh` are all zh_CN. Nothing comes after English, which needs no
    catalogue: whoever wants English before Chinese gets English.
    """
    for name in wanted:
        language, *rest = re.split(r"[-_]", re.split(r"[.@]", name.strip().lower())[0])
        if language in _SOURCE:
            return
        if language != "zh":
            yield "_".join((language, *map(str.upper, rest)))
        elif not _TRADITIONAL & set(rest):
            yield "zh_CN"


def languages() -> list[str]:
    """The user's languages, most wanted first: those of the environment, else the system's."""
    for variable in _VARIABLES:
        if value := os.environ.get(variable):
            return value.split(":")
    return _apple_languages() if sys.platform == "darwin" else []


def _apple_languages() -> list[str]:
    """The languages of macOS's settings, for an app that was not started from a terminal."""
    command = ("/usr/bin/defaults", "read", "-g", "AppleLanguages")
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return re.findall(r"[\w-]+", told.stdout)


_catalogue = gettext.translation(
    "endstop", resource("translations"), list(catalogues(languages())), fallback=True
)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext
