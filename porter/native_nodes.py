"""`isinstance()`, `hash()` and `with_changes()` of libcst's nodes as fast as they can be.

libcst's classes are abstract, so that `isinstance(node, cst.Call)` runs Python code of `abc`, and
their `__hash__` is Python code that gives `id(self)`. porter asks both millions of times for a
directory. The answers here are the same: nothing is registered as a virtual subclass of theirs, and
nodes are equal by identity. `with_changes()` asks what the fields of a class are once, where
`dataclasses.replace()` looks at each of them every time.
"""

from __future__ import annotations

from abc import ABCMeta
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

import libcst as cst

N = TypeVar("N", bound=cst.CSTNode)


class _Concrete(ABCMeta):
    """The metaclass of abstract classes that nobody registers others with."""

    __instancecheck__ = type.__instancecheck__


@cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.init)


def _with_changes(self: N, **changes: Any) -> N:
    kind = type(self)
    for name in _fields(kind):
        if name not in changes:
            changes[name] = getattr(self, name)
    return kind(**changes)


def ask_natively() -> None:
    """From now on `isinstance()` and `hash()` of nodes run no Python code."""
    cst.CSTNode.with_changes = _with_changes  # type: ignore[method-assign]
    open_: list[type] = [cst.CSTNode]
    while open_:
        node_type = open_.pop()
        node_type.__class__ = _Concrete
        node_type.__hash__, node_type.__eq__ = object.__hash__, object.__eq__  # type: ignore[method-assign, assignment]
        open_ += node_type.__subclasses__()
