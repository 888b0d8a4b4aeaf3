"""Hooks that run while a tf.function is traced, and callbacks that run with its graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import tensorflow as tf

F = TypeVar("F", bound=Callable[..., Any])


def as_it_is(hook: F) -> F:
    """Keep AutoGraph out of a hook; it must not call the program's own functions."""
    return cast(F, tf.autograph.experimental.do_not_convert(hook))


def callback(function: Callable[..., None], tensors: Iterable[Any]) -> None:
    """Call the function with the tensors' values as arrays, whenever they are computed.

    Callbacks keep their order: they are stateful operations.
    """

    def called(*arrays: Any) -> bool:
        function(*arrays)
        return True

    tf.numpy_function(called, [tf.convert_to_tensor(tensor) for tensor in tensors], tf.bool)
