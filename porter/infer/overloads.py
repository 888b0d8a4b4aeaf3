"""Operators of the program's own classes: `a * b` is `a.__mul__(b)`, or `b.__rmul__(a)`."""

from __future__ import annotations

import libcst as cst

from porter.facts import FunctionInfo
from porter.infer.lambdas import Lambdas
from porter.kinds import NEVER, Instance, Kind, Module, Named, Never, join, members
from porter.operator_functions import BINARY
from porter.rulebook import Argument

_BINARY = {operator: name.strip("_") for operator, name in BINARY.items()}
_UNARY: dict[type[cst.CSTNode], str] = {
    cst.Minus: "__neg__",
    cst.Plus: "__pos__",
    cst.BitInvert: "__invert__",
}
_AUGMENTED: dict[type[cst.CSTNode], str] = {
    getattr(cst, f"{operator.__name__}Assign"): name for operator, name in _BINARY.items()
}
_NOT_MINE = Named("builtins.NotImplemented")


class Overloads(Lambdas):
    """What `Operators` knows of objects whose class has the operator."""

    # -- what Calls adds
    def special(self, cls: str, name: str) -> FunctionInfo | None:
        raise NotImplementedError

    # -- what Inference adds
    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def overloaded(self, operator: cst.CSTNode, left: Argument, right: Argument) -> Kind | None:
        """What the method of an operand gives; None where neither has one."""
        name = _BINARY.get(type(operator)) or _AUGMENTED.get(type(operator), "")
        if type(operator) in _AUGMENTED:
            if (found := self._by(left.kind, f"__i{name}__", [right])) is not None:
                return found
        found = self._by(left.kind, f"__{name}__", [right])
        if found is None or isinstance(found, Never):
            other = self._by(right.kind, f"__r{name}__", [left])
            return found if other is None else other
        return found

    def overloaded_unary(self, operator: cst.CSTNode, operand: Kind) -> Kind | None:
        """What `-x` gives if its class says so."""
        return self._by(operand, _UNARY.get(type(operator), ""), [])

    def _by(self, kind: Kind, method: str, args: list[Argument]) -> Kind | None:
        """What such a method of all that an operand may be gives, save NotImplemented."""
        found: Kind = NEVER
        for one in sorted(members(kind), key=repr):
            own = isinstance(one, (Instance, Module)) and self.special(one.cls, method)
            if not isinstance(own, FunctionInfo):
                return None
            given = members(self.run(own, args, bound=True)) - {_NOT_MINE}
            for part in given:
                found = join(found, part)
        return found
