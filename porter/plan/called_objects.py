"""Whose methods a trace runs: a network, what heirs have instead of it, the object at hand."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.chained_layers import run_by
from porter.facts import Facts, FunctionInfo
from porter.kinds import (
    UNKNOWN,
    Function,
    Instance,
    Kind,
    Module,
    Nothing,
    Unknown,
    networks,
)
from porter.plan.conditions import Conditions
from porter.plan.instead import instead
from porter.supers import on_super
from porter.tree import dotted


class CalledObjects(Conditions):
    """Answers for calls of objects and of their methods; `Traceable` does for the rest."""

    keeps = False  # what networks keep of a forward pass is given back to the host

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self._object = ""  # the class of the object whose method is looked at

    def _network(self, network: Module) -> str | None:
        raise NotImplementedError

    def run_by(self, network: cst.BaseExpression, kind: Kind) -> Iterator[Module]:
        """The networks that a call may run, also those that heirs have instead."""
        if networks(kind):
            yield from run_by(self.facts, kind)
            cls = self._object if _on_self(network) else ""
            for other in instead(self.own, self.facts, network, cls):
                yield from run_by(self.facts, other)

    def _of_object(self, func: cst.BaseExpression, kind: Kind) -> Kind | None:
        """What a method of a base calls of the object at hand, which is of an heir: `self.net`."""
        if not _on_self(func) or not isinstance(kind, (Nothing, Unknown)):
            return None
        assert isinstance(func, cst.Attribute)
        family = self.own.family(self.own.class_info(self._object))
        found = (info.attributes.get(func.attr.value) for info in family)
        return next((k for k in found if k is not None and networks(k)), None)

    def _part(self, func: cst.BaseExpression, part: Kind) -> str | None:
        """The reason why such a network can't be traced: nobody follows what it keeps."""
        keeps, self.keeps = self.keeps, False
        why = next(filter(None, map(self._network, self.run_by(func, part))), None)
        self.keeps = keeps
        return why

    def method(self, info: FunctionInfo, owner: Kind, exact: bool = False) -> str | None:
        """The same of a method of an object whose class is known, or not."""
        before = self._object
        self._object = owner.cls if isinstance(owner, (Instance, Module)) else ""
        why = self.function(info.name, exact)
        self._object = before
        return why

    def _run(self, func: cst.BaseExpression, callee: Function) -> str | None:
        """A function that is called, with its object."""
        info = self.facts.function(callee)
        if info is None:
            return self.function(callee.name)
        owner = self.facts.kind(func.value) if isinstance(func, cst.Attribute) else UNKNOWN
        if on_super(func) or _on_self(func):
            owner = Instance(self._object) if self._object else owner
        return self.method(info, owner, on_super(func))


def _on_self(func: cst.BaseExpression) -> bool:
    return isinstance(func, cst.Attribute) and dotted(func.value) == "self"
