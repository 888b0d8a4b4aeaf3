"""Functions under decorators of the program's own, which may call them with something else than
they are called with, give something else back, or keep what they give:

    def to_numpy(fn):
        def wrapper(x):
            return fn(torch.as_tensor(x)).numpy()
        return wrapper
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Class, Function, Named
from porter.remembered import remembered
from porter.tree import children, named_parameters

if TYPE_CHECKING:
    from porter.facts import Facts, FunctionInfo

_KEEPING = frozenset({"functools.cache", "functools.lru_cache", "functools.cached_property"})


@dataclass(frozen=True, eq=False)
class Wrapping:
    """What a function that calls another one does to that."""

    arguments: bool = False  # they are others
    result: bool = False  # it is another
    keeps: bool = False  # the result may be held elsewhere
    node: cst.FunctionDef | None = None  # that function, where it is one
    calls: tuple[cst.Call, ...] = ()  # of the other one
    home: Facts | None = None  # what is known of its file


def wrappings(facts: Facts, info: FunctionInfo) -> list[Wrapping]:
    """What the decorators of a function do, where they do anything."""
    home, found = info.home or facts, list[Wrapping]()
    for line in info.node.decorators:
        made = line.decorator
        kind = home.kind(made.func if isinstance(made, cst.Call) else made)
        decorator = home.function(kind) if isinstance(kind, Function) else None
        if decorator is not None:
            there = decorator.home or home
            found += (replace(one, home=there) for one in _wrappings(decorator.node))
        elif isinstance(kind, Class):
            found.append(Wrapping(keeps=True))
        elif isinstance(kind, Named) and kind.name in _KEEPING:
            found.append(Wrapping(keeps=True))
    return found


@remembered
def _wrappings(decorator: cst.FunctionDef) -> tuple[Wrapping, ...]:
    """The same of each function in a decorator that calls what that is given."""
    return tuple(_inside(decorator, frozenset()))


def _inside(function: cst.FunctionDef, outer: frozenset[str]) -> Iterator[Wrapping]:
    """Of a function and those in it; `outer` are the parameters of the functions around."""
    own = list(_own(function.body))
    calls = [n for n in own if isinstance(n, cst.Call) and _name(n.func) in outer]
    if calls:
        yield _wrapping(function, own, calls)
    inner = outer | _parameters(function)
    for node in own:
        if isinstance(node, cst.FunctionDef):
            yield from _inside(node, inner)


def _wrapping(function: cst.FunctionDef, own: list[cst.CSTNode], calls: list[cst.Call]) -> Wrapping:
    names = _parameters(function)
    assigns = [n for n in own if isinstance(n, (cst.Assign, cst.AugAssign))]
    targets = [t for n in assigns for t in _targets(n)]
    bound = {_name(target) for target in targets}
    results = {_name(t) for n in assigns if n.value in calls for t in _targets(n)} - {""}
    values = [n.value for n in own if isinstance(n, cst.Return) and n.value is not None]
    back = [value for value in values if value in calls or _name(value) in results]
    reads = [n for n in own if _name(n) in results and n not in targets]
    kept = [n for n in assigns if n.value in calls and not all(map(_name, _targets(n)))]
    return Wrapping(
        arguments=any(_name(arg.value) not in names for call in calls for arg in call.args)
        or not bound.isdisjoint(names),
        result=len(back) < len(values),
        keeps=bool(kept) or len(back) < len(values) or len(reads) > len(back),
        node=function,
        calls=tuple(calls),
    )


def _targets(node: cst.Assign | cst.AugAssign) -> list[cst.BaseExpression]:
    return [node.target] if isinstance(node, cst.AugAssign) else [t.target for t in node.targets]


def _own(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What stands in a function, but for the insides of those in it."""
    for child in children(node):
        yield child
        if not isinstance(child, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
            yield from _own(child)


def _parameters(function: cst.FunctionDef) -> frozenset[str]:
    stars = (function.params.star_arg, function.params.star_kwarg)
    found = {param.name.value for param in named_parameters(function.params)}
    return frozenset(found | {star.name.value for star in stars if isinstance(star, cst.Param)})


def _name(node: cst.CSTNode | None) -> str:
    return node.value if isinstance(node, cst.Name) else ""
