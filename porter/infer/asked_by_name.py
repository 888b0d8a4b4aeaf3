"""What `getattr(x, "name", default)` of an object of the program's is: one of its classes, or the
default, if nothing in the program gives such an object an attribute of this name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from porter.changed_names import Changed, changed_names
from porter.facts import ClassInfo, Facts
from porter.hierarchy import Hierarchy
from porter.kinds import NEVER, Class, Instance, Kind, Module, Nothing, join, members
from porter.rulebook import Argument
from porter.rulebook.bind import literal

_BARE = frozenset({"object", "ABC", "Protocol", "Generic"})


def asked_by_name(
    facts: Facts,
    args: Sequence[Argument],
    class_info: Callable[[str], ClassInfo | None],
    member: Callable[[ClassInfo, str], Kind | None],
) -> Kind | None:
    """Classes, and layers and losses that are nobody else's: what else it may be has to be read as
    the attribute, for it may change. None where it is not known."""
    base, name = args[0].kind, literal(args[1].node)
    info = class_info(base.cls) if isinstance(base, (Instance, Module)) else None
    if info is None or not isinstance(name, str) or not name.isidentifier():
        return None
    found, default = member(info, name), args[2].kind if len(args) > 2 else NEVER
    if found is None:
        alone = isinstance(default, (Class, Module)) and not may_have(facts, info, name)
        return default if alone else None
    kinds = {*members(found), *members(default)} - {NEVER, Nothing()}
    if kinds and all(isinstance(kind, Class) for kind in kinds):
        return join(found, default)
    return None


def may_have(facts: Facts, info: ClassInfo, name: str) -> bool:
    """Whether an object of this class, or of one that inherits from it, may have the attribute."""
    every = [*map(changed_names, facts.texts)]
    cls = info.name.rpartition(":")[2].rpartition(".")[2]
    classes = {cls, *Hierarchy(every).relatives({cls})} - _BARE
    defined = set[str]().union(*(one.bases for one in every))
    return not classes <= defined or any(_sets(one, classes, name) for one in every)


def _sets(one: Changed, classes: set[str], name: str) -> bool:
    if name in one.attributes or name in one.options or not one.any_name.isdisjoint({"", *classes}):
        return True
    if any(not tables.isdisjoint({"", *classes}) for tables in one.tables.values()):
        return True
    if any("__getattr__" in one.methods.get(cls, ()) for cls in classes):
        return True
    sets = (one.own, one.made, *one.built.values())
    if any(name in names for of in sets for cls, names in of.items() if cls in classes):
        return True
    held = (names for of in (one.methods, one.shared) for names in (of.get(c, ()) for c in classes))
    return any(name in names for names in held)
