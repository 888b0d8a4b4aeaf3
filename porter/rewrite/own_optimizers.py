"""Classes that inherit from torch.optim.Optimizer itself: their state lies in variables."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.infer.own_optimizers import within
from porter.kinds import OptimizerDict, Parameter, Tensor, may_be_tensor
from porter.plan.grads import GRADS
from porter.rewrite.autograd import Autograd
from porter.rewrite.optimizer_classes import OptimizerClasses
from porter.tree import named, only

_ON = "torch.enable_grad"
_OTHER = "a tensor with another name is kept: its variable would not change with that"
_HINT = "make it where it is kept: state[name] = torch.zeros_like(p)"


class OwnOptimizers(OptimizerClasses, Autograd):
    """What such a class keeps of its parameters, and the gradients that it reads."""

    def learn_optimizers(self) -> None:
        """Gradients are held by the parameters, as variables where they may be changed."""
        super().learn_optimizers()
        parents = self.facts.index.parents
        for node in self.facts.index.all(cst.Attribute):
            if self.facts.api(node) in GRADS and within(self.facts, node):
                self.held |= {node}
                asked = isinstance(parents[node], (cst.Comparison, cst.If))
                self.own[node] = self._held if asked else self._grad_variable
                if isinstance(parents[node], cst.AssignTarget):
                    self.grad_nodes[node] = ""
                else:
                    self.grad_nodes.pop(node, None)

        for call in self.facts.index.all(cst.Call):
            switched = isinstance(call.func, cst.Call) and self.facts.api(call.func) == _ON
            if switched and len(call.args) == 1 and within(self.facts, call):
                self.own[call] = self._switched_on

    def _switched_on(self, node: cst.Call) -> Any:
        """`torch.enable_grad()(closure)`: a closure records itself."""
        self.count.seen.append(node.func)
        return self.expression(node.args[0].value)

    def _grad_variable(self, node: cst.Attribute) -> Any:
        self.count.seen.append(node)
        call = cst.Name(self.spelling.block("grad_variable"))
        return cst.Call(call, [cst.Arg(self.expression(node.value))])

    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """`state["exp_avg"] = torch.zeros_like(p)` makes a variable."""
        small = only(node)
        if not isinstance(small, cst.Assign):
            return super().change(node)
        value = small.value
        for target in (one.target for one in small.targets):
            if isinstance(target, cst.Tuple) and any(
                self._is_kept(e.value) for e in target.elements
            ):
                value = self._several(node, target, small.value)
                break
            if self._is_kept(target) and self._is_no_variable(small.value):
                value = self._variable(small.value)
                break
        else:
            return super().change(node)
        if self.unported:
            return [node]
        targets = [one.with_changes(target=self.expression(one.target)) for one in small.targets]
        return [node.with_changes(body=[small.with_changes(targets=targets, value=value)])]

    def _is_kept(self, target: cst.CSTNode) -> bool:
        """`state["exp_avg"]`, `group["x"]`"""
        return isinstance(target, cst.Subscript) and isinstance(
            self.facts.kind(target.value), OptimizerDict
        )

    def _is_no_variable(self, value: cst.BaseExpression) -> bool:
        """Whether it is a tensor, and no variable already."""
        kind = self.facts.kind(value)
        return isinstance(kind, Tensor) and not isinstance(kind, Parameter)

    def _several(self, node: Any, target: cst.Tuple, value: cst.BaseExpression) -> Any:
        """`state["m"], state["v"] = zeros, zeros`"""
        pairs = isinstance(value, cst.Tuple) and len(value.elements) == len(target.elements)
        if not isinstance(value, cst.Tuple) or not pairs:
            if may_be_tensor(self.facts.kind(value)):
                return self.leave(value, "P102", _OTHER, "write a line for each")
            return self.expression(value)
        elements = [
            one.with_changes(
                value=self._variable(one.value)
                if self._is_kept(to.value) and self._is_no_variable(one.value)
                else self.expression(one.value)
            )
            for one, to in zip(value.elements, target.elements)
        ]
        return value.with_changes(elements=elements)

    def _variable(self, value: cst.BaseExpression) -> Any:
        """A variable with this value; nobody else may change the tensor, nor see it changed."""
        aliases = self.facts.once(Aliases)
        if not (aliases.keeping.allocates(value) or aliases.dead_after(value, 0)):
            return self.leave(value, "P102", _OTHER, _HINT)
        args = [cst.Arg(self.expression(value)), named("trainable", cst.Name("False"))]
        return cst.Call(self.spelling.tf("Variable"), args)
