"""Torch's attribute paths, followed through the objects of a port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import keras
import tensorflow as tf

from porter.rewrite.keras_names import RESERVED, renamed

VARIABLES = (keras.Variable, tf.Variable)


class NoSuchPath(Exception):
    """A path that the port does not have; the text says where it ends."""


def step(owner: Any, name: str) -> Any:
    """The part of a port that torch calls `owner.name`; a number is an index.

    Raises NoSuchPath.
    """
    try:
        if isinstance(owner, Mapping):
            found = owner[name]
        elif name.isdigit():
            found = (owner.layers if isinstance(owner, keras.Sequential) else owner)[int(name)]
        elif name in RESERVED and hasattr(owner, renamed(name)):
            found = getattr(owner, renamed(name))  # the port may not set what Keras has set
        else:
            found = getattr(owner, name, None)
    except (IndexError, KeyError, TypeError):
        found = None
    if found is not None:
        return found
    kind = type(owner).__name__
    if isinstance(owner, keras.Layer) and not (owner.built or owner.weights):
        raise NoSuchPath(f"the port's {kind} is not built: call the network once before")
    raise NoSuchPath(f"the port's {kind} has no {name}")


def walk(owner: Any, path: str) -> Any:
    """The part of a port at a dotted path. Raises NoSuchPath."""
    for name in path.split("."):
        owner = step(owner, name)
    return owner


def identity(variable: Any) -> int:
    """Equal for a Keras variable and for the TensorFlow variable that it wraps."""
    return id(variable._value if isinstance(variable, keras.Variable) else variable)


def weights_of(root: Any) -> Iterator[Any]:
    """All weights of a layer, of layers in lists and dicts, or of an object that has those."""
    if isinstance(root, keras.Layer):
        yield from root.weights
        yield from (v for v in vars(root).values() if isinstance(v, tf.Variable))
    else:
        yield from _held(root if isinstance(root, (Mapping, list, tuple)) else vars(root))


def _held(value: Any) -> Iterator[Any]:
    if isinstance(value, VARIABLES):
        yield value
    elif isinstance(value, keras.Layer):
        yield from weights_of(value)
    elif isinstance(value, (Mapping, list, tuple)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _held(part)
