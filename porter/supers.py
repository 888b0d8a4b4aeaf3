"""`super().forward(x)`: which class's method that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import libcst as cst

from porter.index import Index
from porter.kinds import Class, Named

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts

Find = Callable[[str], "ClassInfo | None"]  # a class by its name


def bases_of(
    node: cst.CSTNode, index: Index, classes: Iterable[ClassInfo], find: Find
) -> list[ClassInfo]:
    """The classes that super() asks at this place, in order; none where that is not known.

    Behind a class its first base stands, unless an heir has another class in between: one below
    that base, and not below this class (Python's method resolution order, C3).
    """
    cls = next((n for n in index.above(node) if isinstance(n, cst.ClassDef)), None)
    every = list(classes)
    own = next((info for info in every if info.node is cls), None)
    if own is None:
        return []
    bases = _of_project(own, find)
    above = {base.name for base in bases}
    for heir in every:
        lines = _ancestors(heir, find)
        if own.name not in lines and heir is not own:
            continue
        for other in lines.values():
            theirs = _ancestors(other, find)
            between = other is not own and other.name not in above
            if between and own.name not in theirs and above & theirs.keys():
                return []
    return bases or _behind_mixin(own, every, find)


def _behind_mixin(own: ClassInfo, every: list[ClassInfo], find: Find) -> list[ClassInfo]:
    """The classes that stand behind a class without bases among those of its heirs, if it has the
    same ones in all of them."""
    found: list[list[ClassInfo]] = []
    for heir in every:
        bases = _of_project(heir, find)
        if own in bases:
            found.append(bases[bases.index(own) + 1 :])
    return found[0] if found and all(one == found[0] for one in found) else []


def on_super(func: cst.CSTNode) -> bool:
    """Whether a method is called on `super()`."""
    owner = func.value if isinstance(func, cst.Attribute) else None
    called = owner.func if isinstance(owner, cst.Call) else None
    return isinstance(called, cst.Name) and called.value == "super"


def on_torchs_super(facts: Facts, call: cst.Call) -> bool:
    """`super().__init__(inputs, outputs)` of a class whose bases are all torch's."""
    info = facts.defined_at(facts.index.function(call)) if on_super(call.func) else None
    bases = info.cls.bases if info is not None and info.cls is not None else ()
    return bool(bases) and all(isinstance(b, Named) and b.name.startswith("torch.") for b in bases)


def _ancestors(info: ClassInfo, find: Find) -> dict[str, ClassInfo]:
    found: dict[str, ClassInfo] = {}
    open_ = _of_project(info, find)
    while open_:
        one = open_.pop()
        if one.name not in found:
            found[one.name] = one
            open_ += _of_project(one, find)
    return found


def _of_project(info: ClassInfo, find: Find) -> list[ClassInfo]:
    known = (find(base.name) for base in info.bases if isinstance(base, Class))
    return [base for base in known if base is not None]
