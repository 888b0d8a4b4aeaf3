"""Kinds of operators, subscripts, displays and comprehensions."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts, Scope
from porter.infer import host_kinds
from porter.infer.names import NOT_KNOWN
from porter.kinds import (
    NEVER,
    TAINTED,
    UNKNOWN,
    Array,
    Kind,
    Number,
    Parameter,
    Sequence,
    Tensor,
    Tuple,
    item_of,
    join,
    may_be_tensor,
)
from porter.rulebook import Argument, Refused, Rule
from porter.tree import children

_OPERATORS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
}


class Operators:
    """What `Evaluator` knows besides names and calls."""

    facts: Facts
    scope: Scope
    ambiguous: set[cst.CSTNode]

    # -- what Evaluator adds
    def kind(self, node: cst.CSTNode) -> Kind:
        raise NotImplementedError

    def assign(self, target: cst.CSTNode, kind: Kind) -> None:
        raise NotImplementedError

    def decide(
        self,
        node: cst.CSTNode,
        rule: Rule,
        args: tuple[Argument, ...],
        element: int | None = None,
    ) -> Kind:
        raise NotImplementedError

    # -- expressions
    def subscript(self, node: cst.Subscript) -> Kind:
        base = self.kind(node.value)
        for element in node.slice:
            for child in children(element):
                for part in children(child):
                    self.kind(part)
        index = constant_index(node)
        if index is not None and isinstance(base, Tuple) and -len(base.items) <= index:
            if index < len(base.items):
                port = self.facts.ports.get(node.value)
                if port is not None and isinstance(node.value, cst.Call):
                    self.decide(node, port.rule, port.args, index)
                return base.items[index]
        if isinstance(base, Sequence):
            whole = isinstance(node.slice[0].slice, cst.Slice)
            return base if whole else base.item
        if isinstance(base, Tensor):
            return Tensor(base.dtype, _indexed_rank(base, node))
        if isinstance(base, Array):
            return base
        return TAINTED if may_be_tensor(base) else UNKNOWN

    def binary(self, node: cst.BinaryOperation) -> Kind:
        left, right = self.kind(node.left), self.kind(node.right)
        for one, other in ((left, node.right), (right, node.left)):
            if isinstance(one, Tensor) and other in self.ambiguous:
                self.facts.refused[other] = Refused("P103", f"the receiver {NOT_KNOWN}")
        return host_kinds.arithmetic(left, right, _OPERATORS.get(type(node.operator), "?"))

    def unary(self, node: cst.UnaryOperation) -> Kind:
        found = self.kind(node.expression)
        if isinstance(node.operator, cst.Not):
            return Number("bool")
        return Tensor(found.dtype, found.rank) if isinstance(found, Parameter) else found

    def boolean(self, node: cst.BooleanOperation) -> Kind:
        return join(self.kind(node.left), self.kind(node.right))

    def comparison(self, node: cst.Comparison) -> Kind:
        kinds = [self.kind(node.left)] + [self.kind(c.comparator) for c in node.comparisons]
        if isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
            return Number("bool")
        for kind in kinds:
            if isinstance(kind, Tensor):
                return Tensor("bool", kind.rank if len(set(kinds)) == 1 else None)
            if kind == TAINTED or isinstance(kind, Array):
                return kind
        return Number("bool")

    def choice(self, node: cst.IfExp) -> Kind:
        self.kind(node.test)
        return join(self.kind(node.body), self.kind(node.orelse))

    def tuple(self, node: cst.Tuple) -> Kind:
        kinds = [self.kind(e.value) for e in node.elements]
        if any(isinstance(e, cst.StarredElement) for e in node.elements):
            return UNKNOWN
        return Tuple(tuple(kinds))

    def list(self, node: cst.List) -> Kind:
        found: Kind = NEVER
        for element in node.elements:
            found = join(found, self.kind(element.value))
        return Sequence(found)

    def comprehension(self, node: cst.ListComp | cst.GeneratorExp | cst.SetComp) -> Kind:
        self.scope = Scope(self.scope)
        self._loops(node.for_in)
        item = self.kind(node.elt)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return Sequence(item)

    def dict_comprehension(self, node: cst.DictComp) -> Kind:
        self.scope = Scope(self.scope)
        self._loops(node.for_in)
        self.kind(node.key)
        self.kind(node.value)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return UNKNOWN

    def _loops(self, node: cst.CompFor) -> None:
        self.assign(node.target, item_of(self.kind(node.iter)))
        for test in node.ifs:
            self.kind(test.test)
        if node.inner_for_in:
            self._loops(node.inner_for_in)

    def named(self, node: cst.NamedExpr) -> Kind:
        found = self.kind(node.value)
        self.assign(node.target, found)
        return found

    def lambda_(self, node: cst.Lambda) -> Kind:
        self.scope = Scope(self.scope)
        for param in node.params.params:
            self.scope.names[param.name.value] = TAINTED  # no call tells what it is
        self.kind(node.body)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return UNKNOWN

    # -- names


def constant_index(node: cst.Subscript) -> int | None:
    """The 0 of `x[0]`."""
    if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        value = node.slice[0].slice.value
        if isinstance(value, cst.Integer):
            return int(value.value, 0)
    return None


def _indexed_rank(base: Tensor, node: cst.Subscript) -> int | None:
    if base.rank is None or constant_index(node) is None:
        return None
    return base.rank - 1
