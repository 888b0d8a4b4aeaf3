"""Classes of the project that are tuples: `class Batch(NamedTuple)`. A trace takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.kinds import Class, Instance, Kind, Named, Tuple, Union

if TYPE_CHECKING:
    from porter.facts import Facts

_BASE = Named("typing.NamedTuple")


def is_named_tuple(facts: Facts, kind: Kind) -> bool:
    """Whether it is such a class, or an instance of one, that makes nothing else of its fields."""
    name = kind.name if isinstance(kind, Class) else kind.cls if isinstance(kind, Instance) else ""
    info = facts.class_info(name) if name else None
    return info is not None and _BASE in info.bases and "__new__" not in info.methods


def is_own_object(facts: Facts, kind: Kind) -> bool:
    """Whether a value is an object of a class of the program, and no tuple of tensors."""
    torchs = isinstance(kind, Instance) and kind.cls.startswith("torch.")
    return isinstance(kind, Instance) and not torchs and holds_object(facts, kind)


def holds_object(facts: Facts, kind: Kind) -> bool:
    """Whether a value is an object that is no tensor, or has one in it: `return dist, value`."""
    if is_named_tuple(facts, kind):
        info = facts.class_info(kind.cls) if isinstance(kind, Instance) else None
        parts = [*info.attributes.values()] if info is not None else []
    elif isinstance(kind, Tuple):
        parts = [*kind.items]
    else:
        parts = [*kind.kinds] if isinstance(kind, Union) else []
    own = isinstance(kind, Instance) and not is_named_tuple(facts, kind)
    return own or any(holds_object(facts, part) for part in parts)
