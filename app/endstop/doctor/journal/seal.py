"""Seals that only this user's Endstop can make: they tell own journals from foreign ones.

A seal is the HMAC-SHA256 of a text (RFC 2104) with a secret of this user, kept in the user's data
folder. It covers what the journal says and not where the folder lies, so a folder may be moved.
"""

import hashlib
import hmac
import secrets
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from endstop.atomic import write_atomically
from endstop.doctor.journal.ordinary_file import read_ordinary
from endstop.errors import FixError
from endstop.translation import _

_LENGTH = 32  # bytes
_WAIT_S = 5.0


def seal(content: bytes) -> str:
    """The seal of a text, hexadecimal; the secret is made if there is none. Raises FixError."""
    path = _path()
    try:
        secret = _secret(path) or _new_secret(path)
    except (OSError, Timeout) as error:
        reason = getattr(error, "strerror", None) or error
        raise FixError(
            _("{path}, with which Endstop signs what it does, cannot be kept: {reason}.").format(
                path=path, reason=reason
            ),
            _("Make its folder writable. Nothing was changed."),
        ) from error
    return _seal(secret, content)


def is_sealed(content: bytes, claimed: str) -> bool:
    """Whether a seal of a text is this user's; never raises."""
    try:
        secret = _secret(_path())
    except OSError:
        return False
    expected = _seal(secret, content) if secret else ""
    return bool(secret) and hmac.compare_digest(expected.encode(), claimed.encode())


def _seal(secret: bytes, content: bytes) -> str:
    return hmac.new(secret, content, hashlib.sha256).hexdigest()


def _path() -> Path:
    return user_data_path("endstop") / "journal.key"


def _secret(path: Path) -> bytes | None:
    """The secret, None if there is none or it is damaged; raises OSError."""
    try:
        secret = read_ordinary(path, largest=_LENGTH)
    except FileNotFoundError:
        return None
    return secret if len(secret) == _LENGTH else None


def _new_secret(path: Path) -> bytes:
    """Make the secret, unless another process has just done so; raises OSError, Timeout."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(path.with_suffix(".lock"), timeout=_WAIT_S):
        secret = _secret(path)
        if secret is None:
            secret = secrets.token_bytes(_LENGTH)
            write_atomically(path, secret, private=True)
        return secret
