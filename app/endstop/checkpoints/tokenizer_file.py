"""tokenizer.json, as the `tokenizers` library reads it."""

from pathlib import Path
from typing import TYPE_CHECKING

from endstop.checkpoints.folder_file import (
    Kind,
    UnfitFileError,
    count_values,
    read_file,
)
from endstop.checkpoints.reason import short_reason

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def read_tokenizer(folder: Path) -> "tuple[Tokenizer | None, str | None]":
    """The tokenizer, None if missing or broken; and why it is broken. Never raises."""
    from tokenizers import Tokenizer

    try:
        content = read_file(folder / "tokenizer.json", Kind.VOCABULARY)
        count_values(content, Kind.VOCABULARY)
        return Tokenizer.from_buffer(content), None
    except FileNotFoundError:
        return None, None
    except UnfitFileError as error:
        return None, str(error)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a Rust panic is no Exception
        return None, short_reason(error)
