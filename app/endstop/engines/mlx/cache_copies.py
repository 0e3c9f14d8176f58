"""Copies of a model's state: whole ones to keep, and twins that share what was computed.

mlx-vlm's caches keep arrays and numbers as attributes, also in lists, and some (CacheList) hold
other caches; a pass replaces them on the object that it is given.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import mlx.core as mx


def copies(cache: list[Any]) -> list[Any]:
    """The layers' caches with arrays of their own, computed."""
    import mlx.core as mx

    copied = _each(cache, lambda array: mx.contiguous(mx.array(array)))
    mx.eval([arrays(layer) for layer in copied])
    return copied


def twins(cache: list[Any]) -> list[Any]:
    """The layers' caches with handles of their own on the same arrays: nothing is copied.

    A pass that is built on them leaves the originals as they were.
    """
    import mlx.core as mx

    return _each(cache, mx.array)


def arrays(layer: Any) -> "list[mx.array]":
    """The arrays of one layer's cache."""
    import mlx.core as mx

    def within(value: Any) -> "Iterator[mx.array]":
        if isinstance(value, mx.array):
            yield value
        elif inner := _parts(value):
            for part in inner:
                yield from within(part)

    return list(within(layer))


def _each(cache: list[Any], copied: "Callable[[mx.array], mx.array]") -> list[Any]:
    """The layers' caches anew, each of their arrays put through `copied`."""
    import mlx.core as mx

    def anew(value: Any) -> Any:
        if isinstance(value, mx.array):
            return copied(value)
        if isinstance(value, list | tuple):
            return type(value)(map(anew, value))
        if not hasattr(value, "__dict__"):
            return value
        kind: Any = type(value)
        twin = kind.__new__(kind)
        twin.__dict__.update({name: anew(inner) for name, inner in value.__dict__.items()})
        return twin

    return [anew(layer) for layer in cache]


def _parts(value: Any) -> list[Any]:
    """What a list, or a cache, holds."""
    return (
        list(value)
        if isinstance(value, list | tuple)
        else list(getattr(value, "__dict__", {}).values())
    )
