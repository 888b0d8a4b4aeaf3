"""One of several objects: what `if discrete: self.pi = A() else: self.pi = B()` leaves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import libcst as cst

from porter.facts import Facts
from porter.infer.containers import chained
from porter.infer.names import MODULE_NAMES, is_torch
from porter.infer.ports import Ports
from porter.kinds import (
    NEVER,
    UNKNOWN,
    Array,
    Class,
    Dictionary,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Never,
    Nothing,
    Number,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    join,
)
from porter.kinds import Sequence as ListKind
from porter.rulebook import Argument, Refused, Rulebook


class Alternatives(Ports):
    """What `Calls` does with a union: it asks each of its members."""

    facts: Facts
    book: Rulebook

    # -- what Calls adds
    def method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind | None:
        raise NotImplementedError

    def attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        raise NotImplementedError

    def result(self, node: cst.Call, callee: Kind) -> Kind:
        raise NotImplementedError

    def forward(self, node: cst.Call, callee: Module, args: list[Argument]) -> Kind:
        raise NotImplementedError

    def of_either(self, node: cst.Call, func: cst.Attribute, base: Union) -> Kind:
        """A method of one of several objects, of what `if discrete: … else: …` builds."""
        found: Kind = NEVER
        callees: Kind = NEVER
        names: set[str] = set()
        name = func.attr.value
        lacking = {k for k in base.kinds if isinstance(k, Module) and self._lacks(k.cls, name)}
        for member in sorted(base.kinds - lacking or base.kinds, key=repr):
            kind = self.method(node, func, member)
            if kind is None:
                callee = self.attribute_of(func, member)
                callees, kind = join(callees, callee), self.result(node, callee)
                if isinstance(callee, Named):
                    self._ported_by_name(node)
            names.add(self._rule_asked(node))
            found = join(found, kind)
        self.facts.kinds[func] = UNKNOWN if isinstance(callees, Never) else callees
        if len(names) > 1 and self.book.find(f"Either.{name}") is not None:
            self.facts.kinds[func] = UNKNOWN
            args = [Argument(func.value, base), *self.arguments(node)]
            return join(self.torch(node, f"Either.{name}", args), found)
        if len(names) > 1:
            self._refuse(node, f"{name}()")
        return found

    def _rule_asked(self, node: cst.CSTNode) -> str:
        """Torch's name of what is called; of distributions one rule may stand for several."""
        api, port = self.facts.api(node), self.facts.ports.get(node)
        one = port is not None and api.startswith("torch.distributions.")
        return port.rule.name if port is not None and one else api

    def attribute_of_either(self, node: cst.Attribute, base: Union) -> Kind:
        """`layer.weight` of a layer that is now a convolution, now a linear one."""
        found: Kind = NEVER
        names: set[str] = set()
        for member in sorted(self._having(base, node.attr.value), key=repr):
            found = join(found, self.attribute_of(node, member))
            port = self.facts.ports.get(node)
            names.add(port.rule.name if port is not None else "")
        if len(names) > 1:
            self._refuse(node, node.attr.value)
        return found

    def _having(self, base: Union, name: str) -> frozenset[Kind]:
        """The objects that it may be if it has weights: an activation of torch's has none."""
        if name not in ("weight", "bias"):
            return base.kinds
        bare = {
            kind
            for kind in base.kinds
            if isinstance(kind, Module)
            and self.book.find(kind.cls) is not None
            and kind.cls != "torch.nn.PReLU"
            and not self.book.offers(kind.cls, name)
        }
        return base.kinds - bare or base.kinds

    def _lacks(self, cls: str, method: str) -> bool:
        """Whether a class is a layer of torch's that has no such method."""
        own = self.book.offers(cls, method) or self.book.find(f"Module.{method}") is not None
        return is_torch(cls) and not own and method not in MODULE_NAMES

    def _refuse(self, node: cst.CSTNode, what: str) -> None:
        """No rule ports what is torch's for one of the kinds and something else for another."""
        self.facts.ports.pop(node, None)
        message = f"{what} is torch's for one of the objects that it may be"
        self.facts.refused[node] = Refused("P103", message)

    def callable_part(self, node: cst.Call, callee: Kind) -> Kind:
        """What is called, without what Python cannot call: `return net, size` and `return net` may
        stand in the function that gave it."""
        if not isinstance(callee, Union):
            return callee
        rest = [kind for kind in callee.kinds if not isinstance(kind, _DATA)]
        if not rest or len(rest) == len(callee.kinds):
            return callee
        self.facts.kinds[node.func] = found = reduce(join, sorted(rest, key=repr))
        return found

    def called_either(self, node: cst.Call, callee: Union) -> Kind:
        """A call of one of several networks, functions or classes."""
        found: Kind = NEVER
        others = {kind for kind in callee.kinds if _takes_too_little(kind, node.args)}
        for member in sorted(callee.kinds - others or callee.kinds, key=repr):
            found = join(found, self.result(node, member))
            if isinstance(member, Named):
                self._ported_by_name(node)
        return found

    def _ported_by_name(self, node: cst.Call) -> None:
        """What the name stands for is ported, not the call."""
        self.facts.ports.pop(node, None)
        self.facts.apis.pop(node, None)

    def of_block(self, node: cst.Call, callee: Module | Instance, args: Sequence[Argument]) -> Kind:
        """A call of an object whose class is a building block."""
        if callee.cls in OF_ONE:  # **options is empty, or torch would refuse the call
            args = [arg for arg in args if arg.star != "**"]
        self.facts.refused.pop(node, None)
        try:
            return self.book.called(callee.cls, [Argument(node.func, callee), *args])
        except Refused as refused:
            self.facts.refused[node] = refused
        return UNKNOWN

    def chain(self, node: cst.Call, callee: Module, args: Sequence[Argument]) -> Kind:
        """What an nn.Sequential gives, whose parts are known; what is refused of them is told where
        they are defined."""
        if len(args) != 1 or args[0].star:
            return UNKNOWN
        refused = self.facts.refused.get(node)

        def call(part: Module, given: Kind) -> Kind:
            return self.forward(node, part, [Argument(args[0].node, given)])

        found = chained(callee, args[0].kind, call)
        if refused is None:
            self.facts.refused.pop(node, None)
        return found

    def is_callable(self, kind: Union) -> bool:
        """Whether every member of a union is a network, a function, or a class whose objects are
        known: of the project, or a layer of torch's that is a building block."""
        return all(
            isinstance(member, (Module, Function, Class))
            or (isinstance(member, Named) and self._is_block(member.name))
            for member in kind.kinds
        )

    def _is_block(self, name: str) -> bool:
        rule = self.book.find(name) if name.startswith("torch.nn.") else None
        return rule is not None and rule.is_class


# Layers of torch's that are called with one tensor, and nothing else.
_NAMES = "Sequential Identity Linear Conv1d Conv2d Conv3d LayerNorm RMSNorm Embedding"
OF_ONE = frozenset(f"torch.nn.{name}" for name in _NAMES.split())


_DATA = (Array, Dictionary, ListKind, Nothing, Number, Tensor, Text, Tuple)


def _takes_too_little(kind: Kind, args: Sequence[cst.Arg]) -> bool:
    """Whether torch itself would refuse the call: `attn(x, mask)` is none of an nn.Sequential."""
    given = [arg for arg in args if not arg.star]
    named = any(arg.keyword is not None and arg.keyword.value != "input" for arg in given)
    return (named or len(given) > 1) and isinstance(kind, Module) and kind.cls in OF_ONE


def is_either(kind: Union, *types: type[Kind]) -> bool:
    """Whether every member of a union is of one of these types."""
    return all(isinstance(member, types) for member in kind.kinds)


def narrowed(found: Kind, promised: Kind) -> Kind:
    """What a function gives, where the annotation `promised` tells more than its body does."""
    if isinstance(found, (Unknown, Nothing)):  # a generator and an abstract method return nothing
        return found if promised == UNKNOWN else promised
    if isinstance(found, Union) and is_either(found, Instance) and promised in found.kinds:
        return promised  # of what the methods of all heirs give
    return found
