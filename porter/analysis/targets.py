"""Which functions of the project a call may run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Class, Derived, Function, Instance, Kind, Module, Named, Union, Unknown
from porter.supers import on_super
from porter.tree import dotted, has_decorator

if TYPE_CHECKING:  # it imports this
    from porter.facts import Facts, FunctionInfo


@dataclass(frozen=True, eq=False)
class Target:
    """A function or lambda, where it stands, and what a call of it has for `self`."""

    node: cst.FunctionDef | cst.Lambda
    home: Facts
    receiver: cst.BaseExpression | None = None
    made: bool = False  # self is a new object

    @cached_property
    def parameters(self) -> list[str]:
        """The names of the parameters that go by position."""
        params = self.node.params
        return [param.name.value for param in (*params.posonly_params, *params.params)]

    def arguments(self, call: cst.Call) -> dict[str, list[cst.BaseExpression]] | None:
        """What the parameters get; None where `*args` hides it."""
        names = self.parameters
        found: dict[str, list[cst.BaseExpression]] = {}
        if (self.receiver is not None or self.made) and names:
            first, *names = names
            found[first] = [self.receiver] if self.receiver is not None else []
        rest = self.node.params.star_arg, self.node.params.star_kwarg
        more = [r.name.value if isinstance(r, cst.Param) else "" for r in rest]
        for i, arg in enumerate(a for a in call.args if a.keyword is None):
            if arg.star:
                return None
            name = names[i] if i < len(names) else more[0]
            found.setdefault(name, []).append(arg.value)
        every = {*self.parameters, *(p.name.value for p in self.node.params.kwonly_params)}
        for arg in (a for a in call.args if a.keyword is not None):
            keyword = arg.keyword.value if arg.keyword is not None else ""
            found.setdefault(keyword if keyword in every else more[1], []).append(arg.value)
        return found


class Targets:
    """Answers for the calls of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known: dict[cst.Call, list[Target]] = {}

    def of(self, call: cst.Call) -> list[Target]:
        """The functions that a call may run, as far as they are of the project."""
        if call not in self._known:
            self._known[call] = self._of(call)
        return self._known[call]

    def _of(self, call: cst.Call) -> list[Target]:
        func = call.func
        found = [*self._of_kind(self.facts.kind(func), func)]
        if not found and isinstance(func, cst.Name):
            found = [Target(node, self.facts) for node in self._lambdas.get(func.value, ())]
        if not found and isinstance(func, cst.Attribute):
            found = [*self._by_name(func)]
        return found

    def handed(self, node: cst.CSTNode) -> list[Target]:
        """The functions that an argument is: whoever gets it may call it."""
        owner = node.value if isinstance(node, cst.Attribute) else None
        found = [
            Target(info.node, info.home or self.facts, owner if _is_method(info) else None)
            for info in self._infos(self.facts.kind(node))
        ]
        if isinstance(node, cst.Lambda):
            found.append(Target(node, self.facts))
        if isinstance(node, cst.Name) and not found:
            found = [Target(one, self.facts) for one in self._lambdas.get(node.value, ())]
        return found

    def getters(self, node: cst.Attribute) -> list[Target]:
        """The properties that an attribute may be."""
        if node.attr.value not in self._properties:
            return []
        info = self.facts.method(self.facts.kind(node.value), node.attr.value)
        infos = [info] if info is not None else self._methods.get(node.attr.value, [])
        return [
            Target(one.node, one.home or self.facts, node.value)
            for one in infos
            if _is_property(one)
        ]

    @cached_property
    def passed_on(self) -> list[Target]:
        """The functions of the file that are used as values: who calls an unknown one may call
        them."""
        found: dict[cst.CSTNode, Target] = {}
        parents = self.facts.index.parents
        for node in self.facts.index.all(cst.Lambda):
            found[node] = Target(node, self.facts)
        for nodes in self.facts.uses.values():
            for node in nodes:
                if not isinstance(node, cst.Call) and type(parents[node]) in _HANDING:
                    for target in self.handed(node):
                        found.setdefault(target.node, target)
        return [*found.values()]

    @cached_property
    def generators(self) -> list[Target]:
        """The functions of the file that next() runs."""
        index = self.facts.index
        functions = {index.function(node) for node in index.all(cst.Yield)}
        return [Target(node, self.facts) for node in functions if node is not None]

    def _of_kind(self, kind: Kind, func: cst.BaseExpression) -> Iterator[Target]:
        if isinstance(kind, Union):
            for one in sorted(kind.kinds, key=repr):
                yield from self._of_kind(one, func)
        elif isinstance(kind, Derived):
            yield from self._of_kind(kind.of, func)
        elif isinstance(kind, Function):
            owner = func.value if isinstance(func, cst.Attribute) else None
            if owner is None and isinstance(func, cst.Name):
                owner = func  # step = self.step
            by_class = owner is not None and isinstance(self.facts.kind(owner), (Class, Named))
            for info in self._infos(kind):
                bound = _is_method(info) and not (by_class and not on_super(func))
                yield Target(info.node, info.home or self.facts, owner if bound else None)
        elif isinstance(kind, (Class, Module, Instance)):
            name = "__init__" if isinstance(kind, Class) else "__call__"
            owner_kind = Instance(kind.name) if isinstance(kind, Class) else kind
            methods = [name, "forward"] if isinstance(kind, Module) else [name]
            for method in methods:
                found = self.facts.method(owner_kind, method)
                if found is not None:
                    made = isinstance(kind, Class)
                    receiver = None if made else func
                    yield Target(found.node, found.home or self.facts, receiver, made)

    def _infos(self, kind: Kind) -> Iterator[FunctionInfo]:
        """The function, and what subclasses write instead of it."""
        if isinstance(kind, Union):
            for one in sorted(kind.kinds, key=repr):
                yield from self._infos(one)
            return
        info = self.facts.function(kind)
        if info is None:
            return
        yield info
        if info.cls is not None:
            for other in self._methods.get(info.node.name.value, ()):
                if other is not info and self._inherits(other, info):
                    yield other

    def _inherits(self, one: FunctionInfo, base: FunctionInfo) -> bool:
        """Whether a method's class is below that of another."""
        names = {base.cls.name} if base.cls is not None else set()
        stack = [one.cls]
        seen: set[str] = set()
        while stack:
            cls = stack.pop()
            for kind in cls.bases if cls is not None else ():
                if isinstance(kind, Class) and kind.name not in seen:
                    seen.add(kind.name)
                    stack.append(self.facts.class_info(kind.name))
        return bool(names & seen)

    def _by_name(self, func: cst.Attribute) -> Iterator[Target]:
        """Methods of that name, where the object could be one of theirs."""
        if isinstance(self.facts.kind(func.value), Unknown) and not self.facts.api(func):
            for info in self._methods.get(func.attr.value, ()):
                owner = func.value if _is_method(info) else None
                yield Target(info.node, info.home or self.facts, owner)

    @cached_property
    def _methods(self) -> dict[str, list[FunctionInfo]]:
        found: dict[str, list[FunctionInfo]] = {}
        for info in {**self.facts.classes, **self.facts.other_classes}.values():
            for name, method in info.methods.items():
                found.setdefault(name, []).append(method)
        return found

    @cached_property
    def _properties(self) -> frozenset[str]:
        return frozenset(
            name for name, infos in self._methods.items() if any(map(_is_property, infos))
        )

    @cached_property
    def _lambdas(self) -> dict[str, list[cst.FunctionDef | cst.Lambda]]:
        """The lambdas and functions that a name is bound to anywhere in the file."""
        found: dict[str, list[cst.FunctionDef | cst.Lambda]] = {}
        for assign in self.facts.index.all(cst.Assign):
            value = assign.value
            if isinstance(value, cst.Call) and (dotted(value.func) or "").endswith("partial"):
                values = [arg.value for arg in value.args[:1]]
            else:
                values = [value]
            for one in values:
                nodes = [t.node for t in self._functions(one)]
                for target in assign.targets:
                    if isinstance(target.target, cst.Name) and nodes:
                        found.setdefault(target.target.value, []).extend(nodes)
        for node in self.facts.index.all(cst.FunctionDef):
            found.setdefault(node.name.value, []).append(node)
        return found

    def _functions(self, node: cst.BaseExpression) -> Iterator[Target]:
        if isinstance(node, cst.Lambda):
            yield Target(node, self.facts)
        for info in self._infos(self.facts.kind(node)):
            if info.home is None:
                yield Target(info.node, self.facts)


# Where a function is a value that others get.
_HANDING = frozenset(
    {
        *(cst.Arg, cst.Assign, cst.AnnAssign, cst.DictElement, cst.Element, cst.Param),
        *(cst.Return, cst.IfExp, cst.BooleanOperation, cst.Tuple),
    }
)


def _is_property(info: FunctionInfo) -> bool:
    return has_decorator(info.node, "property")


def _is_method(info: FunctionInfo) -> bool:
    return info.cls is not None and not has_decorator(info.node, "staticmethod")
