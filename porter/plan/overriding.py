"""Methods that subclasses have instead: a base's `self.coef()` may call any of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import libcst as cst

from porter.changes import Changes
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.kinds import Class
from porter.tree import dotted


def overriding(facts: Facts, method: FunctionInfo) -> Iterator[FunctionInfo]:
    """The methods of the same name in the subclasses, also in files that import this one."""
    if method.cls is None or method.node.name.value == "forward":  # a network's kind tells
        return
    for other in (facts, *facts.importers()):
        for info in other.classes.values():
            name = method.node.name.value
            if name in info.methods and _inherits(other, info, method.cls):
                yield info.methods[name]


def unseen(facts: Facts, method: FunctionInfo) -> str:
    """The name of a class with such a method in a file that nobody has looked into, "" if none."""
    if method.cls is None or method.node.name.value == "forward":
        return ""
    seen = {info.cls.node.name.value for info in overriding(facts, method) if info.cls is not None}
    found = facts.once(Changes).overrides(method.cls.node.name.value, method.node.name.value)
    return min(found - seen, default="")


def is_of_base(facts: Facts, call: cst.Call) -> bool:
    """Whether it is `super().coef()` of the base alone: no class of several bases inherits from the
    one at hand, whose next in line may be another class."""
    func = call.func
    above = func.value if isinstance(func, cst.Attribute) else None
    if not isinstance(above, cst.Call) or dotted(above.func) != "super" or above.args:
        return False
    cls = facts.class_around(call)
    files = (facts, *facts.importers())
    lines = [(other, one) for other in files for one in other.classes.values()]
    return cls is not None and not any(
        len(one.bases) > 1 and (one is cls or _inherits(other, one, cls)) for other, one in lines
    )


def _inherits(facts: Facts, info: ClassInfo, base: ClassInfo) -> bool:
    above = (facts.class_info(kind.name) for kind in info.bases if isinstance(kind, Class))
    return any(one and (_is(one, base) or _inherits(facts, one, base)) for one in above)


def _is(one: ClassInfo, other: ClassInfo) -> bool:
    """Whether it is the same class, maybe as two files know it."""
    places = (info.name.rpartition(":") for info in (one, other))
    return one is other or len({(os.path.realpath(path), name) for path, _, name in places}) == 1
