"""Tensors that host code fills step by step, `rewards[t] = r`: NumPy arrays in the port.

TensorFlow's tensors don't change. To bind the name to a new tensor at each store copies all of it,
where torch and NumPy write one row. An array behaves like torch's tensor as long as it is filled
and computed with on the host; what reads it as a tensor gets one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import libcst as cst

from porter import promotion, subscripts
from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.facts import Facts
from porter.infer.in_place import CHANGING, changes
from porter.kinds import (
    Array,
    Kind,
    Named,
    Number,
    Parameter,
    Tensor,
    Union,
    Unknown,
)
from porter.plan.attribute_buffers import AttributeBuffers
from porter.plan.model import Plan
from porter.plan.row_values import RowValues
from porter.plan.scopes import parameters
from porter.plan.under_tape import offered, under_graph_or_tape
from porter.tree import walk

_MAKERS = frozenset(
    f"torch.{name}{like}" for name in "zeros ones full empty".split() for like in ("", "_like")
)
_MOVES = frozenset({"Tensor.to", "Tensor.cpu", "Tensor.cuda", "Tensor.detach", "Tensor.data"})
_RESHAPES = frozenset({"Tensor.view", "Tensor.reshape"})
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_FUNCTIONS = (cst.FunctionDef, cst.Lambda, cst.ClassDef)
Variable = tuple[cst.CSTNode, str]  # the scope and the name


class Buffers:
    """Which expressions of a file are arrays in its port, instead of tensors."""

    def __init__(self, facts: Facts, plan: Plan) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.plan = plan
        self.variables = self._filled()
        self._names = {name for _, name in self.variables}
        self.held = AttributeBuffers(facts, lambda: self._runs_traced)
        # the values that have to be arrays
        self.made = frozenset({*self._makers(), *self.held.made})
        self.rows: frozenset[cst.CSTNode] = frozenset()  # names in loops over arrays' rows
        if self.variables or self.held.reads:
            self._spread()
        self.row_loops = RowValues(self, plan).found()

    # -- what the rewriter asks
    def stores(self, target: cst.CSTNode) -> bool:
        """Whether `target` of an assignment is a part of an array."""
        return isinstance(target, cst.Subscript) and self._is_array(target.value)

    def is_filled(self, node: cst.Subscript) -> bool:
        """Whether a part of an attribute's array gets a value here."""
        return node.value in self.held.reads and self._begins_store(node.value)

    def slot(self, target: cst.CSTNode) -> bool:
        """Whether `target` is one number of an array: NumPy takes no array of one number there."""
        if not self.stores(target):
            return False
        assert isinstance(target, cst.Subscript)
        kind = self.facts.kind(target.value)
        parts = subscripts.parts(target, self.facts.kind)
        return isinstance(kind, Tensor) and subscripts.rank(kind.rank, parts) == 0

    def as_tensor(self, node: cst.CSTNode) -> bool:
        """Whether this expression is an array where a tensor is needed."""
        known = self.variables or self.rows or self.held.reads
        if not known or not self.array(node) or self._fits(node):
            return False
        return not isinstance(self.facts.kind(node), Number)  # the 0 that a sum begins with

    def array(self, node: Any) -> bool:
        """Whether the value may be an array."""
        kind = type(node)  # asked of every expression: isinstance() takes longer
        if kind is cst.Name:
            return self._is_array(node)
        if kind is cst.Attribute and node in self.held.reads:
            return True
        if kind is cst.Subscript:
            return self.array(node.value) and (self._plain(node) or self.picks(node))
        if kind is cst.BinaryOperation:
            return (self.array(node.left) or self.array(node.right)) and self._computes(node)
        if kind is cst.UnaryOperation:
            return isinstance(node.operator, cst.Minus) and self.array(node.expression)
        if kind is cst.IfExp:
            return self.array(node.body) or self.array(node.orelse)
        if self.facts.api(node) in _MOVES or self.reshapes(node):
            return self.array(self._receiver(node))
        return False

    def picks(self, node: cst.Subscript) -> bool:
        """`self.obs[rows]` of an attribute: TensorFlow would copy all of it first."""
        parts = subscripts.parts(node, self.facts.kind)
        picking = all(part.picks and part.word != "several" for part in parts)
        return picking and self._in_attribute(node.value)

    def reshapes(self, node: cst.CSTNode) -> bool:
        """`self.obs.view(-1, 4)` of an attribute, without a copy."""
        if self.facts.api(node) not in _RESHAPES or not isinstance(node, cst.Call):
            return False
        return self._in_attribute(self._receiver(node)) and not any(
            arg.keyword for arg in node.args
        )

    def _in_attribute(self, node: cst.CSTNode) -> bool:
        """Whether it is an attribute's array, or a view of it."""
        while node not in self.held.reads:
            if isinstance(node, cst.Subscript) and self._plain(node):
                node = node.value
            elif self.facts.api(node) in _RESHAPES:
                node = self._receiver(node)
            else:
                return False
        return True

    # -- which names
    def _filled(self) -> set[Variable]:
        """The names of tensors that the host makes and stores into."""
        stored: dict[Variable, list[cst.Subscript]] = {}
        for target in self._targets():
            if isinstance(target.value, cst.Name):
                stored.setdefault(self._variable(target.value), []).append(target)
        if not stored:
            return set()
        traced = self._runs_traced | offered(self.facts)
        return {v for v, targets in stored.items() if self._is_filled(v, targets, traced)}

    @cached_property
    def _runs_traced(self) -> frozenset[cst.CSTNode]:
        return frozenset(under_graph_or_tape(self.facts, self.plan))

    def _targets(self) -> Iterator[cst.Subscript]:
        for node in self.facts.index.all(cst.Assign, cst.AugAssign):
            targets = [t.target for t in getattr(node, "targets", ())] or [node.target]
            for target in targets:
                if isinstance(target, cst.Subscript):
                    kind = self.facts.kind(target.value)
                    if isinstance(kind, Tensor) and not isinstance(kind, Parameter):
                        yield target

    def _is_filled(
        self, variable: Variable, targets: list[cst.Subscript], traced: frozenset[cst.CSTNode]
    ) -> bool:
        scope, name = variable
        if scope in traced or name in self.facts.once(Changes).declared or _is_given(scope, name):
            return False
        for target in targets:
            if not self._plain(target):
                return False
            if self.facts.once(Aliases).problem(target.value, self._shared):
                return False
            if any(above in traced for above in self.facts.index.above(target)):
                return False
        return all(
            self._scope(use) is scope
            and self._innermost(use) is scope
            and (self._is_made(use) if self._binds(use) else not self._replaced(use))
            for use in self._named(variable)
        )

    def _shared(self, use: cst.CSTNode) -> bool:
        """`x[t].cpu().numpy()`: the port shares the memory, too."""
        node, above = use, self.parents[use]
        while True:
            if isinstance(above, cst.Subscript) and above.value is node and self._plain(above):
                node, above = above, self.parents[above]
            elif isinstance(above, cst.Attribute):
                call = self.parents[above]
                api = self.facts.api(call) or self.facts.api(above)
                if api == "Tensor.numpy" or api not in _MOVES:
                    return api == "Tensor.numpy"
                node = call if isinstance(call, cst.Call) else above
                above = self.parents[node]
            else:
                return False

    def _replaced(self, use: cst.CSTNode) -> bool:
        """`use *= 2`, `use[0].fill_(1)`: TensorFlow would make it a tensor."""
        node, above = use, self.parents[use]
        while isinstance(above, (cst.Subscript, cst.Attribute, cst.Call, cst.Arg)):
            api = self.facts.api(above)
            if api in CHANGING or (api.startswith("Tensor.") and changes(api)):
                return True
            node, above = above, self.parents[above]
        return isinstance(above, cst.AugAssign) and node is use

    def _is_made(self, use: cst.CSTNode) -> bool:
        """`use = torch.zeros(…)` of a known dtype"""
        value = self._bound_value(use)
        while value is not None and self.facts.api(value) in _MOVES:
            value = self._receiver(value)
        kind = self.facts.kind(value) if value is not None else None
        made = value is not None and self.facts.api(value) in _MAKERS
        return made and isinstance(kind, Tensor) and kind.dtype is not None

    def _makers(self) -> Iterator[cst.CSTNode]:
        for variable in self.variables:
            for use in self._named(variable):
                value = self._bound_value(use) if self._binds(use) else None
                if value is not None:
                    yield value

    def _spread(self) -> None:
        """Names of arrays' parts, and of what is computed from them, are arrays too."""
        while True:
            before = len(self.variables)
            for assign in self.facts.index.all(cst.Assign):
                if not self.array(assign.value):
                    continue
                for target in assign.targets:
                    if isinstance(target.target, cst.Name):
                        variable = self._variable(target.target)
                        if self._may_spread(variable):
                            self.variables.add(variable)
                            self._names.add(variable[1])
            if len(self.variables) == before:
                return

    def _may_spread(self, variable: Variable) -> bool:
        """Only where nothing changes it in place, and no function inside reads it."""
        return all(
            self._innermost(use) is variable[0]
            and not isinstance(self.parents[use], cst.AugAssign)
            and not self._begins_store(use)
            for use in self._named(variable)
        )

    def _begins_store(self, use: cst.CSTNode) -> bool:
        above = self.parents[use]
        target = isinstance(above, cst.Subscript) and above.value is use
        return target and isinstance(self.parents[above], (cst.AssignTarget, cst.AugAssign))

    # -- expressions
    def _is_array(self, node: cst.CSTNode) -> bool:
        if node in self.rows or node in self.held.reads:
            return True
        if type(node) is not cst.Name or node.value not in self._names:
            return False
        return self._variable(node) in self.variables

    def _plain(self, node: cst.Subscript) -> bool:
        """`x[0]`, `x[t, 1:]`, `x[:n]`: the same in NumPy, a view there too."""
        parts = subscripts.parts(node, self.facts.kind)
        return all(part.word not in ("mask", "indices") for part in parts) and not any(
            isinstance(self.facts.kind(n), (Tensor, Array))
            for element in node.slice
            for n in walk(element)
        )

    def _picks(self, node: cst.Subscript) -> bool:
        """`x[rows]`: TensorFlow's functions take arrays."""
        return any(part.picks for part in subscripts.parts(node, self.facts.kind))

    def _computes(self, node: cst.BinaryOperation) -> bool:
        """Arithmetic of floats of one dtype: NumPy promotes nothing else as torch does."""
        kind = self.facts.kind(node)
        if not isinstance(node.operator, _ARITHMETIC) or node in self.facts.ports:
            return False
        if not (isinstance(kind, Tensor) and promotion.is_float(kind.dtype)):
            return False
        sides = (self.facts.kind(node.left), self.facts.kind(node.right))
        return all(_is_number(k, kind.dtype) for side in sides for k in _members(side))

    def _receiver(self, node: cst.CSTNode) -> cst.CSTNode:
        if isinstance(node, cst.Call):
            node = node.func
        assert isinstance(node, cst.Attribute)
        return node.value

    def _fits(self, node: cst.CSTNode) -> bool:
        """Whether what is around the expression takes an array."""
        above = self.parents[node]
        if isinstance(node, cst.Name) and (self._binds(node) or self._goes(node)):
            return True  # a, b = f(x)
        if above in self.facts.ports:
            return True  # the rewriter looks at what becomes of the argument
        if isinstance(above, cst.Subscript):
            return above.value is node and (
                self._begins_store(node) or self.array(above) or self._picks(above)
            )
        if isinstance(above, cst.Index):
            return self._indexes(above)
        if isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)):
            return self.array(above)
        if isinstance(above, cst.IfExp):
            return above.test is not node and self.array(above)
        if isinstance(above, cst.Attribute):
            outer = self.parents[above]
            if isinstance(outer, cst.Call) and outer.func is above and outer in self.facts.ports:
                return True
            return above.attr.value == "shape" or above in self.facts.ports
        if isinstance(above, cst.Arg):
            call = self.parents[above]
            callee = self.facts.kind(call.func) if isinstance(call, cst.Call) else None
            numpys = isinstance(callee, Named) and callee.name.startswith("numpy.")
            length = callee == Named("builtins.len")
            return call in self.facts.ports or numpys or length
        if isinstance(above, cst.Assign):
            return all(
                self.stores(target.target) or self._is_array(target.target)
                for target in above.targets
            )
        if isinstance(above, cst.AugAssign):
            return self.stores(above.target)
        if isinstance(above, cst.Element):  # del a, b
            return isinstance(self.parents[self.parents[above]], cst.Del)
        return isinstance(above, (cst.AssignTarget, cst.Expr, cst.Del))

    def _indexes(self, index: cst.Index) -> bool:
        """`self.x[self.mask]` of two arrays."""
        part = self.parents[self.parents[index]]
        return isinstance(part, cst.Subscript) and (self.is_filled(part) or self.picks(part))

    # -- names
    @cached_property
    def _uses(self) -> dict[str, list[cst.Name]]:
        found: dict[str, list[cst.Name]] = {}
        for node in self.facts.index.all(cst.Name):
            found.setdefault(node.value, []).append(node)
        return found

    def _named(self, variable: Variable) -> list[cst.Name]:
        return [use for use in self._uses.get(variable[1], ()) if self._scope(use) is variable[0]]

    def _variable(self, node: cst.Name) -> Variable:
        return self._scope(node), node.value

    def _scope(self, node: cst.Name) -> cst.CSTNode:
        return self.facts.variables.owner(node)

    def _innermost(self, node: cst.CSTNode) -> cst.CSTNode:
        above = (n for n in self.facts.index.above(node) if isinstance(n, _FUNCTIONS))
        return next(above, self.facts.module)

    def _binds(self, use: cst.CSTNode) -> bool:
        return self.facts.once(Aliases).keeping.bound_value(use) is not NO_BINDING

    def _goes(self, use: cst.CSTNode) -> bool:
        """`del a`, `del a, b`"""
        above = self.parents[use]
        around = self.parents[self.parents[above]] if isinstance(above, cst.Element) else above
        return isinstance(around, cst.Del)

    def _bound_value(self, use: cst.CSTNode) -> cst.CSTNode | None:
        """The value of `use = value`, None of anything else that binds."""
        above = self.parents[use]
        assign = self.parents[above] if isinstance(above, cst.AssignTarget) else None
        single = isinstance(assign, cst.Assign) and len(assign.targets) == 1
        return assign.value if single else None  # type: ignore[union-attr]


def _is_given(scope: cst.CSTNode, name: str) -> bool:
    """Whether it is an argument: the caller has made it, of whatever it is there."""
    return isinstance(scope, cst.FunctionDef) and name in parameters(scope)


def _members(kind: Kind) -> Iterable[Kind]:
    return kind.kinds if isinstance(kind, Union) else [kind]


def _is_number(kind: Kind, dtype: str | None) -> bool:
    return isinstance(kind, (Number, Unknown)) or (isinstance(kind, Tensor) and kind.dtype == dtype)
