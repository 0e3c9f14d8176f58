"""JSON pointers (RFC 6901), and the leaves of a value by their pointers."""

from collections.abc import Iterable, Iterator
from typing import Any


def pointer(path: Iterable[str | int]) -> str:
    """The pointer made of the keys and indices on the way to a value."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def leaf_values(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Each leaf of the value in order, empty objects and lists among them, with its pointer."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaf_values(item, place + pointer([key]))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from leaf_values(item, f"{place}/{index}")
    else:
        yield place, value
