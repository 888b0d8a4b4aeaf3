"""What a condition tells of a name in its branch: `if isinstance(layer, NoisyLinear): …`."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from porter.facts import ClassInfo
from porter.kinds import TENSOR, Array, Class, Instance, Kind, Module, Named, Union, Unknown
from porter.tree import dotted, only, statements

_TYPES: dict[str, Kind] = {"torch.Tensor": TENSOR, "numpy.ndarray": Array()}


def narrowed(
    test: cst.BaseExpression,
    kind: Callable[[cst.CSTNode], Kind],
    classes: Callable[[str], ClassInfo | None],
) -> tuple[str, Kind] | None:
    """A name of which the condition says more than was known, with its kind where that holds."""
    if not isinstance(test, cst.Call) or len(test.args) != 2:
        return None
    value, cls = (arg.value for arg in test.args)
    if kind(test.func) != Named("builtins.isinstance") or not isinstance(value, cst.Name):
        return None
    found = _of(kind(cls), classes)
    known = kind(value)
    if found is None or not isinstance(known, (Unknown, Union)):
        return None
    if isinstance(known, Union):  # the member itself may say more
        members = [m for m in known.kinds if type(m) is type(found)]
        same = [m for m in members if getattr(m, "cls", None) == getattr(found, "cls", None)]
        found = same[0] if len(same) == 1 else found
    return value.value, found


def cast_to(node: cst.If) -> str:
    """x of `if x.dtype != dtype: x = x.astype(dtype)`: it has that dtype behind it."""
    lines = [*statements(node.body)]
    small = only(lines[0]) if len(lines) == 1 and node.orelse is None else None
    if not isinstance(small, cst.Assign) or not isinstance(node.test, cst.Comparison):
        return ""
    name, value = dotted(small.targets[0].target), small.value
    if not isinstance(value, cst.Call) or dotted(value.func) != f"{name}.astype":
        return ""
    asked = node.test.comparisons[0]
    unlike = isinstance(asked.operator, cst.NotEqual) and dotted(node.test.left) == f"{name}.dtype"
    same = [dotted(arg.value) for arg in value.args] == [dotted(asked.comparator)]
    return name or "" if unlike and same and dotted(asked.comparator) else ""


def _of(cls: Kind, classes: Callable[[str], ClassInfo | None]) -> Kind | None:
    if isinstance(cls, Class):
        info = classes(cls.name)
        return None if info is None else (Module if info.is_module else Instance)(cls.name)
    if not isinstance(cls, Named):
        return None
    home, _, name = cls.name.rpartition(".")
    if home == "torch.nn" and name[:1].isupper():
        return Module(cls.name)
    return _TYPES.get(cls.name)
