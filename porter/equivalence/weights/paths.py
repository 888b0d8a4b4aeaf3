"""Torch's attribute paths, followed through the objects of a port."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
        if _is_dict(owner):
            found = owner[name]
        elif name.isdigit() and not hasattr(owner, name):
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


def weights_of(root: Any) -> dict[str, Any]:
    """All weights of a layer, of layers in lists and dicts, or of an object that has those.

    Their names are made of the port's attributes and Keras's own names: "net.0.kernel".
    """
    plain = not isinstance(root, (keras.Layer, Mapping, list, tuple))
    found: dict[int, tuple[str, Any]] = {}
    for name, variable in _named("", vars(root) if plain else root, set()):
        found.setdefault(identity(variable), (name.lstrip("."), variable))
    return dict(found.values())


def _named(name: str, value: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, VARIABLES):
        yield name, value
    if not isinstance(value, (keras.Layer, Mapping, list, tuple)) or id(value) in seen:
        return
    seen.add(id(value))
    for key, part in _parts(value):
        found = _named(f"{name}.{key}", part, seen)
        yield from _tracked(value, found) if isinstance(part, (list, tuple, dict)) else found
    if isinstance(value, keras.Layer):  # and what it holds in private
        yield from ((f"{name}.{v.name}", v) for v in value._trainable_variables)
        yield from ((f"{name}.{v.name}", v) for v in value._non_trainable_variables)
        yield from ((f"{name}.{v.path}", v) for v in value.weights)


def _tracked(owner: Any, found: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Of a list of a layer, what the layer trains and saves: a port may have hidden it."""
    if not isinstance(owner, keras.Layer):
        return found
    own = {identity(variable) for variable in owner.variables}
    return ((name, variable) for name, variable in found if identity(variable) in own)


def _is_dict(owner: Any) -> bool:
    """A dictionary, or porter's ModuleDict."""
    return hasattr(owner, "keys") and hasattr(owner, "__getitem__")


def _parts(owner: Any) -> Iterable[tuple[Any, Any]]:
    if _is_dict(owner):
        return list(owner.items())
    if isinstance(owner, keras.Sequential):
        return enumerate(owner.layers)
    if hasattr(owner, "__getitem__"):  # a list, or porter's Sequential
        return enumerate(owner)
    return [(key, part) for key, part in vars(owner).items() if not key.startswith("_")]
