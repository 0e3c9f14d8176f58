"""The value of JSON that is still being written."""

from typing import Any

import jiter


def partial_value(text: str) -> Any:
    """What the text says so far, an unfinished last string included; None if it is no JSON."""
    try:
        return jiter.from_json(
            text.encode("utf-8", "surrogatepass"),
            allow_inf_nan=False,
            partial_mode="trailing-strings",
        )
    except ValueError:
        return None
