"""tokenizer.json, as the `tokenizers` library reads it."""

from pathlib import Path
from typing import TYPE_CHECKING

from endstop.checkpoints.json_file import LARGEST
from endstop.checkpoints.reason import short_reason
from endstop.translation import _

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def read_tokenizer(folder: Path) -> "tuple[Tokenizer | None, str | None]":
    """The tokenizer, None if missing or broken; and why it is broken. Never raises."""
    from tokenizers import Tokenizer

    path = folder / "tokenizer.json"
    try:
        if not path.is_file():
            return None, None
        if path.stat().st_size > LARGEST:
            return None, _("it is larger than 256 MB")
        return Tokenizer.from_file(str(path)), None
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a Rust panic is no Exception
        return None, short_reason(error)
