"""The general form of an update: `backward(loss)`, `step(optimizer)`, `gradient_of(param)`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Named, Tensor
from porter.plan.freezing import Freezing
from porter.plan.grads import is_kept as is_kept_gradient
from porter.plan.held_elsewhere import HeldElsewhere
from porter.plan.kept_backward import BACKWARD, is_kept, is_torchs
from porter.plan.model import Plan
from porter.plan.no_grad import GRAD
from porter.rewrite import clipping
from porter.rewrite.grad_switches import GradSwitches
from porter.tree import mapped, only

_PLACES = 4  # tensors, grad_tensors, retain_graph, create_graph
_ONE = "call it for one tensor after the other, with retain_graph=True"
_CLIPS = {"clip_grad_norm": "clip_held_norm", "clip_grad_value": "clip_held_value"}


class Autograd(GradSwitches):
    """Calls of torch's autograd as calls of building blocks that do the same."""

    def follow(self, plan: Plan) -> None:
        super().follow(plan)
        for call in plan.general.calls:
            self.own[call] = self._of_autograd
        for node in self.facts.index.all(cst.Assign):
            kept = all(isinstance(target.target, cst.Attribute) for target in node.targets)
            if kept and is_torchs(node.value) and self.facts.kind(node.value) == Named(BACKWARD):
                self.own[node.value] = self._backward
        self.general = bool(plan.general.calls or plan.general.grads)
        self.held = frozenset(plan.general.grads)
        twice = any(name.value == "create_graph" for name in self.facts.index.all(cst.Name))
        for node in self.held:
            self.grad_nodes[node] = ""
            kept = not twice and is_kept_gradient(self.facts, node)
            self.own[node] = self._grad_variable if kept else self._held

    @cached_property
    def gradients_are_kept(self) -> bool:
        """Whether any may be kept as a variable, also in another file."""
        elsewhere = self.facts.once(HeldElsewhere)
        here = any(self.own[node] == self._grad_variable for node in self.held)
        return here or elsewhere.here or bool(elsewhere.by)

    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """`p.requires_grad = False` has to reach the variable that a tape sees."""
        small = only(node)
        targets = [t.target for t in small.targets] if isinstance(small, cst.Assign) else []
        flag = next((t for t in targets if t in self.facts.once(Freezing).flags), None)
        if (
            self.general
            and flag is not None
            and len(targets) == 1
            and not self.facts.once(Freezing).is_idle(node)
        ):
            assert isinstance(small, cst.Assign)
            target, value = self.expression(flag), self.expression(small.value)
            if isinstance(target, cst.Attribute) and not self.unported:
                block = cst.Name(self.spelling.block("with_trained"))
                call = cst.Call(block, [cst.Arg(target.value), cst.Arg(value)])
                return [node.with_changes(body=[cst.Expr(call)])]
        return super().change(node)

    def _of_autograd(self, node: cst.Call) -> Any:
        """backward(), zero_grad(), step() and the clips."""
        self.count.seen.append(node)
        api = self.facts.api(node)
        if api == GRAD:
            block = cst.Name(self.spelling.block("gradients"))
            return cst.Call(block, [mapped(arg, self.expression) for arg in node.args])
        if api in clipping.BLOCKS:
            return self._clip_held(node, clipping.BLOCKS[api])
        if is_kept(self.facts, node):
            return self.inside(node)
        if api == BACKWARD:
            return self._backward_of(node)
        assert isinstance(node.func, cst.Attribute)
        name = node.func.attr.value
        args = [
            cst.Arg(self.expression(node.func.value)),
            *(mapped(arg, self.expression) for arg in node.args),
        ]
        return cst.Call(cst.Name(self.spelling.block(name)), args)

    def _backward(self, node: cst.CSTNode) -> Any:
        self.count.seen.append(node)
        return cst.Name(self.spelling.block("backward"))

    def _backward_of(self, node: cst.Call) -> Any:
        """torch.autograd.backward(tensors, grad_tensors, …)"""
        names = {arg.keyword.value for arg in node.args if arg.keyword is not None}
        if len(node.args) - len(names) > _PLACES or "grad_variables" in names:
            return self.leave(node, "P102", "grad_variables of torch.autograd.backward", "")
        given = len(node.args) - len(names) > 1 or "grad_tensors" in names
        if given and not isinstance(self.facts.kind(node.args[0].value), Tensor):
            return self.leave(node, "P102", "torch.autograd.backward of several gradients", _ONE)
        args = [mapped(arg, self.expression) for arg in node.args]
        args = [
            arg.with_changes(keyword=cst.Name("gradient"))
            if arg.keyword is not None and arg.keyword.value == "grad_tensors"
            else arg
            for arg in args
        ]
        return cst.Call(cst.Name(self.spelling.block("backward")), args)

    def _clip_held(self, node: cst.Call, block: str) -> Any:
        found = clipping.arguments(block, node)
        if found is None:
            return self.leave(node, "P102", f"{block}_(): its arguments can't be told", "")
        parameters, *options = found.items()
        params = code(self.expression(parameters[1]))
        params = clipping.as_list(self.facts, parameters[1], params)
        given = [params, code(self.expression(options[0][1]))]
        given += [f"{name}={code(self.expression(value))}" for name, value in options[1:]]
        return cst.parse_expression(f"{self.spelling.block(_CLIPS[block])}({', '.join(given)})")

    def _held(self, node: cst.Attribute) -> Any:
        self.count.seen.append(node)
        call = cst.Name(self.spelling.block("gradient_of"))
        return cst.Call(call, [cst.Arg(self.expression(node.value))])

    def _grad_variable(self, node: cst.Attribute) -> Any:
        """What sees the gradient change: torch's backward() adds to it in place."""
        self.count.seen.append(node)
        call = cst.Name(self.spelling.block("grad_variable"))
        return cst.Call(call, [cst.Arg(self.expression(node.value))])

    def with_gradient_set(
        self, grad: cst.Attribute, value: cst.BaseExpression, in_place: bool
    ) -> Any:
        if grad not in self.held:
            return super().with_gradient_set(grad, value, in_place)
        self.count.seen.append(grad)
        seen = in_place and self.gradients_are_kept
        call = cst.Name(self.spelling.block("change_gradient" if seen else "hold_gradient"))
        return cst.Expr(cst.Call(call, [cst.Arg(self.expression(grad.value)), cst.Arg(value)]))
