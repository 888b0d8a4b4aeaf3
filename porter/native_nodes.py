"""`isinstance()` and `hash()` of libcst's nodes as fast as those of other objects.

libcst's classes are abstract, so that `isinstance(node, cst.Call)` runs Python code of `abc`, and
their `__hash__` is Python code that gives `id(self)`. porter asks both millions of times for a
directory. The answers here are the same: nothing is registered as a virtual subclass of theirs, and
nodes are equal by identity.
"""

from __future__ import annotations

from abc import ABCMeta

import libcst as cst


class _Concrete(ABCMeta):
    """The metaclass of abstract classes that nobody registers others with."""

    __instancecheck__ = type.__instancecheck__


def ask_natively() -> None:
    """From now on `isinstance()` and `hash()` of nodes run no Python code."""
    open_: list[type] = [cst.CSTNode]
    while open_:
        node_type = open_.pop()
        node_type.__class__ = _Concrete
        node_type.__hash__, node_type.__eq__ = object.__hash__, object.__eq__  # type: ignore[method-assign, assignment]
        open_ += node_type.__subclasses__()
