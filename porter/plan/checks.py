"""Functions that only check: they ask for types, ranks, dtypes and shapes, and raise.

    def assert_rank(tensor, rank):
        if len(tensor.shape) != rank:
            raise ValueError(f"{tensor.shape}, not of rank {rank}")

A trace knows all of that of its tensors, so that such a function runs while it is traced.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts, FunctionInfo
from porter.kinds import Class, Function, Named, Tensor
from porter.plan.scopes import bindings, parameters
from porter.tree import children, only, statements, walk

_KNOWN = frozenset({"Tensor.shape", "Tensor.size", "Tensor.dtype", "Tensor.dim", "Tensor.ndim"})
_ASKED = frozenset({"shape", "dtype", "ndim"})
_METHODS = frozenset({"dim", "size"})
_PYTHON = frozenset(f"builtins.{name}" for name in "isinstance len list tuple type zip".split())
_PLAIN = (
    *(cst.Integer, cst.Float, cst.BaseString, cst.Tuple, cst.List, cst.Index, cst.Comparison),
    *(cst.ComparisonTarget, cst.BaseCompOp, cst.BooleanOperation, cst.BaseBooleanOp),
    *(cst.UnaryOperation, cst.BaseUnaryOp, cst.Element, cst.SubscriptElement, cst.Arg),
)
_GROWS = frozenset({"append", "extend"})


def only_checks(
    facts: Facts, info: FunctionInfo, seen: frozenset[cst.CSTNode] = frozenset()
) -> bool:
    """Whether a function of this file does nothing else."""
    node = info.node
    if node in seen or node.decorators or node.asynchronous is not None:
        return False
    own = {*bindings(statements(node.body)), *parameters(node)}
    check = _Check(facts, frozenset(own), seen | {node})
    return all(map(check.line, statements(node.body))) and any(
        isinstance(n, (cst.Raise, cst.Assert))
        or (isinstance(n, cst.Call) and isinstance(facts.kind(n.func), Function))
        for n in walk(node.body)
    )


class _Check:
    def __init__(self, facts: Facts, own: frozenset[str], seen: frozenset[cst.CSTNode]) -> None:
        self.facts = facts
        self.own = own  # names of the function
        self.seen = seen

    def line(self, node: cst.CSTNode) -> bool:
        """Whether a statement only asks, and binds names of its own."""
        if isinstance(node, cst.If):
            other = node.orelse
            inner = (
                [other] if isinstance(other, cst.If) else statements(other.body) if other else []
            )
            return self.asks(node.test) and all(map(self.line, [*statements(node.body), *inner]))
        if isinstance(node, cst.For):
            plain = node.orelse is None and isinstance(node.target, (cst.Name, cst.Tuple))
            return plain and self.asks(node.iter) and all(map(self.line, statements(node.body)))
        match only(node):
            case cst.Raise() | cst.Pass() | cst.Return(value=None):
                return True
            case cst.Assert(test=test):
                return self.asks(test)
            case cst.Assign(targets=targets, value=value):
                return all(isinstance(t.target, cst.Name) for t in targets) and self.asks(value)
            case cst.Expr(value=cst.BaseString()):
                return True
            case cst.Expr(value=cst.Call() as call):
                return self._grows(call) or self._checks(call)
        return False

    def _grows(self, call: cst.Call) -> bool:
        """`ranks.append(rank)`, of a list of its own"""
        match call.func:
            case cst.Attribute(value=cst.Name(value=name), attr=cst.Name(value=method)):
                given = all(self.asks(arg.value) for arg in call.args)
                return name in self.own and method in _GROWS and given
        return False

    def _checks(self, call: cst.Call) -> bool:
        """A call of another function that only checks."""
        info = self.facts.function(self.facts.kind(call.func))
        if info is None or info.cls is not None:
            return False
        given = all(isinstance(a.value, cst.Name) or self.asks(a.value) for a in call.args)
        return given and only_checks(info.home or self.facts, info, self.seen)

    def asks(self, node: cst.CSTNode) -> bool:
        """Whether a trace knows what an expression gives."""
        if isinstance(node, cst.Name):
            kind = self.facts.kind(node)
            return node.value in self.own or isinstance(kind, (Named, Class, Function))
        if self.facts.api(node) in _KNOWN:
            return True
        if isinstance(node, cst.Attribute):
            named = isinstance(self.facts.kind(node), (Named, Class))
            return node.attr.value in _ASKED or named or bool(self.facts.api(node))
        if isinstance(node, cst.Subscript):
            return self.asks(node.value) and all(map(self.asks, node.slice))
        if isinstance(node, cst.Comparison):
            return not self._compares_values(node) and all(map(self.asks, children(node)))
        if isinstance(node, cst.Call):
            return self._known(node) and all(self.asks(arg.value) for arg in node.args)
        return isinstance(node, _PLAIN) and all(map(self.asks, children(node)))

    def _compares_values(self, node: cst.Comparison) -> bool:
        sides = (node.left, *(part.comparator for part in node.comparisons))
        return any(isinstance(self.facts.kind(side), Tensor) for side in sides)

    def _known(self, call: cst.Call) -> bool:
        func = call.func
        if isinstance(func, cst.Attribute) and func.attr.value in _METHODS:
            return self.asks(func.value)
        kind = self.facts.kind(func)
        return isinstance(kind, Named) and kind.name in _PYTHON
