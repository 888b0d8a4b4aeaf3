"""What heirs have in place of a network: an agent's `self.net`, its `net_class`, its `make()`.

The methods of a base run with what its heirs put there, so a trace has to be right for all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.changes import Changes
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.kinds import Class, Function, Instance, Kind, Module, Nothing, Unknown, networks
from porter.rulebook.bind import literal
from porter.tree import children, dotted, walk

_NOT_KNOWN = Module("")
_Place = tuple[Facts, cst.BaseExpression]  # an expression of a file


def instead(
    own: Facts, facts: Facts, network: cst.BaseExpression, cls: str = ""
) -> Iterator[Module]:
    """The networks that may be called here besides the one that is known; one without a class for
    what is not known. `facts` are those of the file that it stands in, `own` of the update's;
    `cls` is the class of the object whose attribute it is, if that is known better."""
    for found in _Instead(own).of(facts, network, cls):
        known = found.cls.startswith("torch.") or own.class_info(found.cls) is not None
        yield found if known else _NOT_KNOWN


def is_of_heir(facts: Facts, node: cst.CSTNode) -> bool:
    """A call of a network that only heirs of a class have, `self.net(x)`."""
    if not (isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute)):
        return False
    unknown = isinstance(facts.kind(node.func), (Nothing, Unknown)) and not facts.api(node)
    return unknown and dotted(node.func.value) == "self"


class _Instead:
    def __init__(self, own: Facts) -> None:
        self.own = own
        self.changes = own.once(Changes)
        self.seen: set[object] = set()

    def of(
        self,
        facts: Facts,
        node: cst.BaseExpression,
        cls: str = "",
        around: ClassInfo | None = None,
    ) -> Iterator[Module]:
        while isinstance(node, cst.Subscript) or _is_forward(node):
            node = node.value  # type: ignore[attr-defined]
        if node in self.seen:
            return
        self.seen.add(node)
        if isinstance(node, cst.Name):
            yield from self._of_name(facts, node, around)
        elif isinstance(node, cst.Attribute):
            kind = facts.kind(node.value)
            known = facts.class_info(kind.cls) if isinstance(kind, (Instance, Module)) else None
            info = (self._info(cls) if cls else None) or known
            if info is not None:
                yield from self._of_attribute(info, node.attr.value)
            elif networks(facts.kind(node)) and isinstance(node.value, cst.Attribute):
                yield from self.of(facts, node.value)

    def _of_name(self, facts: Facts, name: cst.Name, around: ClassInfo | None) -> Iterator[Module]:
        function = facts.index.function(name)
        values = [n.value for n in facts.index.assigned.get(name.value, ())]
        inside = [value for value in values if facts.index.function(value) is function]
        for value in inside:
            yield from self._made(facts, value, around)
        if not inside and networks(facts.kind(name)):  # a parameter, or bound by a loop
            yield from self._heirs_of(facts.kind(name))

    def _of_attribute(self, info: ClassInfo, name: str) -> Iterator[Module]:
        """What heirs of a class have under a name, and what decides which network that is."""
        if (info.name, name) in self.seen:
            return
        self.seen.add((info.name, name))
        yield from self._replacing(info, name)
        for home, value in self._values(info, name):
            yield from self._made(home, value, info)

    def _values(self, info: ClassInfo, name: str) -> Iterator[_Place]:
        """What methods of a class and its bases give an attribute."""
        for one in self.own.family(info):
            for method in one.methods.values():
                home = method.home or self.own
                for node in walk(method.node.body) if method.node in home.index.parents else ():
                    if isinstance(node, cst.Assign):
                        if any(dotted(t.target) == f"self.{name}" for t in node.targets):
                            yield home, node.value

    def _made(
        self, facts: Facts, node: cst.BaseExpression, info: ClassInfo | None
    ) -> Iterator[Module]:
        """What an expression may give instead, of an object of this class or of an heir."""
        if isinstance(node, cst.Call):
            func = node.func
            yield from self._called(facts, func, info)
            for arg in node.args:
                given = facts.kind(arg.value)
                if networks(given) or isinstance(given, (Class, Function)):
                    yield from self._made(facts, arg.value, info)
            if info is not None and dotted(func) == "getattr" and len(node.args) > 1:
                if dotted(node.args[0].value) == "self":
                    yield from self._replacing(info, str(literal(node.args[1].value)))
        elif isinstance(node, (cst.Name, cst.Attribute)):
            own = isinstance(node, cst.Attribute) and dotted(node.value) == "self"
            if own and info is not None:
                assert isinstance(node, cst.Attribute)
                yield from self._of_attribute(info, node.attr.value)
            else:
                yield from self.of(facts, node, around=info)
        elif isinstance(node, (cst.IfExp, cst.BooleanOperation, cst.List, cst.ListComp)):
            for part in children(node):
                if isinstance(part, cst.BaseExpression):
                    yield from self._made(facts, part, info)

    def _called(
        self, facts: Facts, func: cst.BaseExpression, info: ClassInfo | None
    ) -> Iterator[Module]:
        """`self.make()`, `self.net_class()`, `net_class()`, `net.to(device)`"""
        if isinstance(func, cst.Attribute) and dotted(func.value) == "self" and info is not None:
            yield from self._replacing(info, func.attr.value)
            yield from self._given(facts, facts.function(facts.kind(func)), info)
        elif isinstance(func, cst.Attribute):
            yield from self._made(facts, func.value, info)
        elif isinstance(func, cst.Name):
            inside = facts.index.function(func)
            for node in facts.index.assigned.get(func.value, ()):
                if facts.index.function(node) is inside and node not in self.seen:
                    self.seen.add(node)  # `net = net(4)`
                    yield from self._made(facts, node.value, info)

    def _given(
        self, facts: Facts, method: FunctionInfo | None, info: ClassInfo
    ) -> Iterator[Module]:
        if method is None or method.node in self.seen:
            return
        self.seen.add(method.node)
        for node in walk(method.node.body):
            if isinstance(node, cst.Return) and node.value is not None:
                yield from self._made(method.home or facts, node.value, info)

    def _replacing(self, info: ClassInfo, name: str) -> Iterator[Module]:
        """The networks that heirs have under a name, or make by it."""
        for heir in sorted(self.changes.replacing(info.node.name.value, name)):
            found = [i for i in self._in_sight() if i.node.name.value == heir]
            for one in found:
                yield from self._networks(one, name)
            if not found:
                yield _NOT_KNOWN

    def _networks(self, heir: ClassInfo, name: str) -> Iterator[Module]:
        kind: Kind = heir.attributes.get(name, Unknown())
        if name in heir.methods:
            kind = heir.methods[name].returns
        if isinstance(kind, Class):
            made = self._info(kind.name)
            yield Module(kind.name) if made is not None and made.is_module else _NOT_KNOWN
        elif networks(kind):
            yield from networks(kind)
        elif isinstance(kind, (Unknown, Function, Instance)):
            yield _NOT_KNOWN

    def _heirs_of(self, kind: Kind) -> Iterator[Module]:
        """Where an annotation tells the class, it may be an heir with a forward of its own."""
        for network in networks(kind):
            info = self._info(network.cls)
            if info is not None:
                name = info.node.name.value
                for heir in sorted(self.changes.overrides(name, "forward")):
                    found = [i for i in self._in_sight() if i.node.name.value == heir]
                    yield from (Module(one.name) for one in found)
                    if not found:
                        yield _NOT_KNOWN

    def _info(self, name: str) -> ClassInfo | None:
        homes = (self.own, *self.own.importers())
        return next((i for home in homes if (i := home.class_info(name)) is not None), None)

    def _in_sight(self) -> Iterator[ClassInfo]:
        """The classes of the files that are known here."""
        yield from self.own.other_classes.values()
        for home in (self.own, *self.own.importers()):
            yield from home.classes.values()


def _is_forward(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Attribute) and node.attr.value == "forward"
