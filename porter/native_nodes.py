"""libcst's nodes as fast as they can be: made, changed, hashed, asked what they are.

libcst's classes are abstract, so that `isinstance(node, cst.Call)` runs Python code of `abc`, and
their `__hash__` is Python code that gives `id(self)`. porter asks both millions of times for a
directory. The answers here are the same: nothing is registered as a virtual subclass of theirs, and
nodes are equal by identity. `with_changes()` asks what the fields of a class are once, where
`dataclasses.replace()` looks at each of them every time. A frozen dataclass is made by a call of
`object.__setattr__()` for each field: here they are set, and mypy alone forbids it elsewhere.
"""

from __future__ import annotations

import dataclasses
from abc import ABCMeta
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache, wraps
from typing import Any, TypeVar

import libcst as cst

N = TypeVar("N", bound=cst.CSTNode)
# The default of a field that a factory makes: who reads the signature may give it
_FACTORY = dataclasses._HAS_DEFAULT_FACTORY  # type: ignore[attr-defined]


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


class _Checks:
    """Whether new nodes ask themselves if they are Python."""

    on = True


def unchecked(make: Callable[[], N]) -> N:
    """What `make` gives, whose nodes do not ask, a fifth of the parser's time."""
    _Checks.on = False
    try:
        return make()
    finally:
        _Checks.on = True


def _first(kind: type[cst.CSTNode]) -> Callable[..., None]:
    """The `__init__` of a class until somebody makes one: few of them are ever made."""
    slow = kind.__init__

    @wraps(slow)  # with its signature
    def made(self: cst.CSTNode, *values: Any, **by_name: Any) -> None:
        kind.__init__ = wraps(slow)(_init(kind))  # type: ignore[method-assign]
        kind.__init__(self, *values, **by_name)

    return made


def _init(kind: type[cst.CSTNode]) -> Callable[..., None]:
    """An `__init__` that sets the fields of a class, written as `dataclasses` writes one."""
    known: dict[str, Any] = {"CHECKS": _Checks, "FACTORY": _FACTORY}
    parameters, lines = [], []
    for field in fields(kind):
        name = value = field.name
        default = ""
        if field.default is not MISSING:
            known[f"of_{name}"] = field.default
            default = f"=of_{name}"
        elif field.default_factory is not MISSING:
            known[f"new_{name}"] = field.default_factory
            default, value = "=FACTORY", f"new_{name}() if {name} is FACTORY else {name}"
        parameters.append(name + default)
        lines.append(f" self.{name} = {value}")
    signature = ", ".join(["self", *parameters])
    text = [f"def __init__({signature}):", *lines, " if CHECKS.on: self.__post_init__()"]
    exec("\n".join(text), known)
    made: Callable[..., None] = known["__init__"]
    return made


def _thaw(kind: type[cst.CSTNode]) -> None:
    """Its fields can be set, as its own `__init__` does."""
    for guard in ("__setattr__", "__delattr__"):
        if guard in vars(kind):
            delattr(kind, guard)
    if "__dataclass_fields__" in vars(kind) and "__init__" in vars(kind):
        kind.__init__ = _first(kind)  # type: ignore[method-assign]


def ask_natively() -> None:
    """From now on nodes run no Python code where they need not."""
    cst.CSTNode.with_changes = _with_changes  # type: ignore[method-assign]
    open_: list[type] = [cst.CSTNode]
    while open_:
        node_type = open_.pop()
        node_type.__class__ = _Concrete
        node_type.__hash__, node_type.__eq__ = object.__hash__, object.__eq__  # type: ignore[method-assign, assignment]
        _thaw(node_type)
        open_ += node_type.__subclasses__()
