"""Copies of a model's state: whole ones to keep, and twins that share what was computed.

mlx-vlm's caches keep arrays and numbers as attributes, also in lists, and some (CacheList) hold
other caches; a pass replaces them on the object that it is given.
"""

from collections.abc import Callable
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
    found: list[mx.array] = []

    def noted(array: "mx.array") -> "mx.array":
        found.append(array)
        return array

    _each([layer], noted)
    return found


def _each(cache: list[Any], copied: "Callable[[mx.array], mx.array]") -> list[Any]:
    """The layers' caches anew, each of their arrays put through `copied`."""
    import mlx.core as mx

    def anew(value: Any) -> Any:
        if isinstance(value, mx.array):
            return copied(value)
        if isinstance(value, list | tuple):
            return type(value)(map(anew, value))
        return remade(value) if hasattr(type(value), "state") else value  # a cache within

    def remade(layer: Any) -> Any:
        kind: Any = type(layer)
        other = kind.__new__(kind)
        other.__dict__.update({name: anew(value) for name, value in layer.__dict__.items()})
        return other

    return [remade(layer) for layer in cache]
