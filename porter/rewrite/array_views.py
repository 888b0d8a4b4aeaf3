"""`a = p.data.numpy()`: an array that shares its memory with a parameter, or with a gradient.

TensorFlow's arrays are copies: what is written into one is assigned to the parameter afterwards.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Named, Parameter
from porter.plan.grads import gradient_of
from porter.plan.model import Plan
from porter.rewrite.parameter_grads import ParameterGrads
from porter.tree import only, walk

_READERS = ("numpy.", "builtins.")


class ArrayViews(ParameterGrads):
    """Lines that write into such an array, or hand it to a function that might."""

    def follow(self, plan: Plan) -> None:
        """Also learn which arrays are but the way to a gradient: they go."""
        super().follow(plan)
        for (scope, name), arrays in self._arrays.items():
            uses = [n for n in walk(scope) if isinstance(n, cst.Name) and n.value == name]
            above = [list(zip(range(4), self.facts.index.above(use))) for use in uses]
            bound = [up for up in above if isinstance(up[0][1], cst.AssignTarget)]
            stored = [up for up in above if isinstance(up[0][1], cst.Subscript)]
            grad = gradient_of(self.facts, arrays[0])
            whole = all(self.array_writes(up[1][1]) is not None for up in stored)
            if grad is not None and len(bound) == 1 and len(bound) + len(stored) == len(uses):
                if stored and whole:
                    self.gone.add(bound[0][2][1])

    def written_back(self, node: cst.CSTNode) -> list[Any]:
        """The assignments that a line needs behind it."""
        small = only(node)
        names: list[cst.BaseExpression] = []
        if isinstance(small, cst.AugAssign):
            names = [small.target]
        elif isinstance(small, cst.Assign) and isinstance(small.targets[0].target, cst.Subscript):
            names = [small.targets[0].target.value]
        elif isinstance(small, cst.Expr) and isinstance(small.value, cst.Call):
            kind = self.facts.kind(small.value.func)
            reads = isinstance(kind, Named) and kind.name.startswith(_READERS)
            if not (reads or self.facts.api(small.value)):
                names = [arg.value for arg in small.value.args]
        found = [(name, self._parameter_behind(name)) for name in names]
        return [
            cst.parse_statement(f"{code(self.expression(owner))}.assign({code(name)})")
            for name, owner in found
            if owner is not None
        ]

    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """`a[:] = v` of a gradient's array changes the list of gradients."""
        small = only(node)
        target = small.targets[0].target if isinstance(small, cst.Assign) else None
        if isinstance(target, cst.Subscript) and code(target.slice[0]) == ":":
            grad = self._grad_behind(target.value)
            if grad is not None:
                assert isinstance(small, cst.Assign)
                like = cst.Attribute(self.expression(grad), cst.Name("dtype"))
                args = [cst.Arg(self.expression(small.value)), cst.Arg(like)]
                value = cst.Call(self.spelling.tf("convert_to_tensor"), args)
                return [node.with_changes(body=[self.with_gradient_set(grad, value, True)])]
        return super().change(node)

    def array_writes(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The gradient that `a[:] = v` writes into."""
        target = node.target if isinstance(node, cst.AssignTarget) else None
        whole = isinstance(target, cst.Subscript) and code(target.slice[0]) == ":"
        return self._grad_behind(target.value) if whole else None  # type: ignore[union-attr]

    @cached_property
    def _arrays(self) -> dict[tuple[cst.CSTNode, str], list[cst.BaseExpression]]:
        """What `a = x.numpy()` is taken of, for each name in each function."""
        found: dict[tuple[cst.CSTNode, str], list[cst.BaseExpression]] = {}
        for assign in self.facts.index.all(cst.Assign):
            func = assign.value.func if isinstance(assign.value, cst.Call) else None
            if isinstance(func, cst.Attribute) and func.attr.value == "numpy":
                for name in (code(target.target) for target in assign.targets):
                    found.setdefault((self._scope(assign), name), []).append(func.value)
        return found

    def _scope(self, node: cst.CSTNode) -> cst.CSTNode:
        return self.facts.index.function(node) or self.facts.module

    def _array_of(self, name: cst.CSTNode) -> cst.BaseExpression | None:
        """x of the only line `name = x.numpy()` in the function around."""
        if not self._arrays or not isinstance(name, cst.Name):
            return None
        found = self._arrays.get((self._scope(name), name.value), [])
        return found[0] if len(found) == 1 else None

    def _grad_behind(self, name: cst.CSTNode) -> cst.Attribute | None:
        array = self._array_of(name)
        grad = gradient_of(self.facts, array) if array is not None else None
        return grad if grad in self.grad_nodes or self.grad_loops else None

    def _parameter_behind(self, name: cst.CSTNode) -> cst.BaseExpression | None:
        """p of `name = p.data.numpy()`."""
        array = self._array_of(name)
        if isinstance(array, cst.Attribute) and array.attr.value == "data":
            return array.value if isinstance(self.facts.kind(array.value), Parameter) else None
        func = array.func if isinstance(array, cst.Call) else None
        if isinstance(func, cst.Attribute) and func.attr.value == "detach":
            return func.value if isinstance(self.facts.kind(func.value), Parameter) else None
        return None
