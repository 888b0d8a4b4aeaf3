"""Whose method a call may run where nothing says what the object is: by what is asked of it.

`dist.sample()` is no method of the replay memory if `dist.log_prob(a)` stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.aliases import Aliases
from porter.kinds import Class, Named
from porter.remembered import remembered
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts, FunctionInfo

_PLAIN = frozenset({"builtins.object", "abc.ABC"})  # bases that add no names


class Owners:
    """The methods of some files by their names, and what each object is asked for."""

    def __init__(self, files: Iterable[Facts]) -> None:
        self._methods: dict[str, list[tuple[Facts, FunctionInfo]]] = {}
        self._below: dict[str, list[ClassInfo]] = {}  # the classes that inherit from one
        self._asked: dict[int, dict[tuple[cst.CSTNode, str], set[str]]] = {}
        self._names: dict[int, set[str] | None] = {}
        for file in files:
            for info in file.functions.values():
                if info.cls is not None:
                    self._methods.setdefault(info.node.name.value, []).append((file, info))
            for cls in file.classes.values():
                for base in cls.bases:
                    if isinstance(base, Class):
                        self._below.setdefault(base.name, []).append(cls)

    def methods(self, facts: Facts, func: cst.Attribute) -> list[FunctionInfo]:
        """Those that may be meant by `owner.name`."""
        found = self._methods.get(func.attr.value, [])
        asked = self._uses(facts, func.value) if found else set()
        return [info for home, info in found if self._may_be(home, info, asked)]

    def _uses(self, facts: Facts, owner: cst.BaseExpression) -> set[str]:
        """What is read of this object in its function."""
        name = dotted(owner)
        rebound = isinstance(owner, cst.Name) and len(facts.once(Aliases).binders(owner)) > 1
        if name is None or rebound:
            return set()
        if id(facts) not in self._asked:
            self._asked[id(facts)] = _asked(facts)
        return self._asked[id(facts)].get((facts.once(Aliases).function(owner), name), set())

    def _may_be(self, home: Facts, info: FunctionInfo, asked: set[str]) -> bool:
        if info.cls is None:
            return False
        if id(info.cls) not in self._names:
            self._names[id(info.cls)] = self._known(home, info.cls)
        names = self._names[id(info.cls)]
        return names is None or asked <= names or "__getattr__" in names

    def _known(self, home: Facts, cls: ClassInfo) -> set[str] | None:
        """The names of a class's objects, or of its heirs'; None if a library has more."""
        names: set[str] = set()
        for one in [*_with_bases(home, cls), *self._inheriting(cls.name)]:
            if any(not isinstance(base, Class) and not _is_plain(base) for base in one.bases):
                return None
            names |= {*one.methods, *one.attributes, *_bound(one.node)}
        return names

    def _inheriting(self, name: str) -> Iterator[ClassInfo]:
        for cls in self._below.get(name, ()):
            yield cls
            yield from self._inheriting(cls.name)


def _with_bases(home: Facts, cls: ClassInfo) -> Iterator[ClassInfo]:
    yield cls
    for base in cls.bases:
        above = home.class_info(base.name) if isinstance(base, Class) else None
        if above is not None:
            yield from _with_bases(home, above)


def _is_plain(base: object) -> bool:
    return isinstance(base, Named) and base.name in _PLAIN


@remembered
def _bound(cls: cst.ClassDef) -> set[str]:
    """Names of the class itself: `gamma = 0.99`."""
    kinds = (cst.AssignTarget, cst.AnnAssign)
    targets = (n.target for n in walk(cls.body) if isinstance(n, kinds))
    return {target.value for target in targets if isinstance(target, cst.Name)}


def _asked(facts: Facts) -> dict[tuple[cst.CSTNode, str], set[str]]:
    """The attributes that are read, by the function and by what they are read of."""
    found: dict[tuple[cst.CSTNode, str], set[str]] = {}
    for node in facts.index.all(cst.Attribute):
        name = dotted(node.value)
        if name and not isinstance(facts.index.parents[node], cst.AssignTarget):
            key = facts.once(Aliases).function(node), name
            found.setdefault(key, set()).add(node.attr.value)
    return found
