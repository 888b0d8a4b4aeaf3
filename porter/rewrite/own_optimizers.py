"""Classes that inherit from torch.optim.Optimizer itself: their state lies in variables."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.facts import FunctionInfo
from porter.findings import Severity
from porter.infer.own_optimizers import TYPES, is_own, within
from porter.kinds import (
    Function,
    Named,
    Optimizer,
    OptimizerDict,
    Parameter,
    Sequence,
    Tensor,
    may_be_tensor,
)
from porter.plan.grads import GRADS
from porter.plan.model import Problem
from porter.rewrite.autograd import Autograd
from porter.rewrite.optimizer_classes import OptimizerClasses
from porter.rewrite.references import reference
from porter.rulebook import repaired
from porter.tree import dotted, mapped, named, only, walk

_TORCHS = "torch.optim."
_TYPED = frozenset(f"Parameter.{name}" for name in TYPES)
_ON = "torch.enable_grad"
_OTHER = "a tensor with another name is kept: its variable would not change with that"
_HIDDEN = "of an optimizer of torch's raises: its state lies in variables of its own"
_STATES = frozenset({"state", "state_dict", "load_state_dict"})
_HINT = "make it where it is kept: state[name] = torch.zeros_like(p)"


class OwnOptimizers(OptimizerClasses, Autograd):
    """What such a class keeps of its parameters, and the gradients that it reads."""

    def learn_optimizers(self) -> None:
        """Gradients are held by the parameters, as variables where they may be changed."""
        super().learn_optimizers()
        classes = self.facts.classes.values()
        own = [info for info in classes if is_own(info, self.facts.class_info)]
        if not own:
            return
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

            if self.facts.api(call) in _TYPED and within(self.facts, call):
                self.own[call] = self._typed
            if not call.args or not within(self.facts, call):
                continue
            groups = self.facts.kind(call.args[0].value)
            items = groups.item if isinstance(groups, Sequence) else None
            made = isinstance(call.func, cst.Name) or self.facts.api(call).startswith(_TORCHS)
            if isinstance(items, OptimizerDict) and made and not self._is_known(call.func):
                self.own[call] = self._on_groups
        self._tell_of_hidden_states()
        for info in own:
            for method in info.methods.values():
                self._wrap_arguments(method)

    def _tell_of_hidden_states(self) -> None:
        """`self.base.state`: an optimizer of torch's has no such dicts in the port. One that is
        made on the groups of another has no state_dict() either."""
        on_groups = {
            dotted(target.target)
            for call, how in self.own.items()
            if how == self._on_groups
            and isinstance(above := self.facts.index.parents[call], cst.Assign)
            for target in above.targets
        }
        inside = [n for n in self.facts.index.all(cst.Attribute) if within(self.facts, n)]
        stepped = {dotted(n.value) for n in inside if n.attr.value in ("step", "param_groups")}
        for node in inside:
            name = dotted(node.value)
            asked = node.attr.value in _STATES if name in on_groups else node.attr.value == "state"
            if asked and name in stepped - {"self", "", None}:
                message = f"{code(node)} {_HIDDEN}"
                self.problems.append(Problem(node, "N402", Severity.NOTE, message, ""))

    def _typed(self, node: cst.Call) -> Any:
        """`p.data.float()`, which may be the parameter itself"""
        self.count.seen.append(node)
        func = cst.ensure_type(node.func, cst.Attribute)
        if name := TYPES[func.attr.value]:
            dtype: Any = self.spelling.tf(name)
        else:
            dtype = repaired(cst.Attribute(self.expression(node.args[0].value), cst.Name("dtype")))
        args = [cst.Arg(self.expression(func.value)), cst.Arg(dtype)]
        return cst.Call(cst.Name(self.spelling.block("typed_variable")), args)

    def _is_known(self, function: cst.CSTNode) -> bool:
        """len(self.param_groups), and functions of the project"""
        kind = self.facts.kind(function)
        builtin = isinstance(kind, Named) and not kind.name.startswith(_TORCHS)
        return builtin or isinstance(kind, Function)

    def _on_groups(self, node: cst.Call) -> Any:
        """`base_optimizer(self.param_groups, **options)`"""
        self.count.seen += [n for n in (node, node.func) if self.facts.api(n)]
        block = cst.Name(self.spelling.block("on_groups"))
        cls = node.func
        rule = self.book.find(self.facts.api(node)) if self.facts.api(node) else None
        made = reference(rule, self.book, self.spelling) if rule is not None else None
        args = [mapped(arg, self.expression) for arg in node.args]
        return node.with_changes(func=block, args=[cst.Arg(made or self.expression(cls)), *args])

    def _wrap_arguments(self, method: FunctionInfo) -> None:
        """Optimizers that a method is given."""
        kinds = method.arguments.items()
        names = {name for name, kind in kinds if isinstance(kind, Optimizer)}
        for node in walk(method.node.body):
            if isinstance(node, cst.Name) and node.value in names:
                above = self.facts.index.parents[node]
                named = isinstance(above, (cst.Attribute, cst.Arg)) and node in (
                    getattr(above, "attr", None),
                    getattr(above, "keyword", None),
                )
                if not named and not isinstance(above, (cst.AssignTarget, cst.Param)):
                    self.own[node] = self._wrapped

    def _wrapped(self, node: cst.Name) -> Any:
        return cst.Call(cst.Name(self.spelling.block("as_wrapped")), [cst.Arg(node)])

    def _switched_on(self, node: cst.Call) -> Any:
        """`torch.enable_grad()(closure)`: a closure records itself."""
        self.count.seen.append(node.func)
        return self.expression(node.args[0].value)

    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """`state["exp_avg"] = torch.zeros_like(p)` makes a variable."""
        small = only(node)
        if not isinstance(small, cst.Assign):
            return super().change(node)
        value, first = small.value, small.targets[0].target
        if isinstance(first, cst.Attribute) and len(small.targets) == 1:
            if self._is_state(first) and code(value) == "defaultdict(dict)":
                states = cst.Call(cst.Name(self.spelling.block("ParamStates")))
                return [node.with_changes(body=[small.with_changes(value=states)])]
            if first.attr.value == "data" and self._is_kept(value):
                return self._exchanged_memory(node, first.value, value)
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

    def _is_state(self, node: cst.Attribute) -> bool:
        """`self.state` of such a class"""
        return dotted(node) == "self.state" and within(self.facts, node)

    def _exchanged_memory(
        self, node: cst.SimpleStatementLine, param: cst.BaseExpression, value: cst.BaseExpression
    ) -> list[Any] | None:
        """`p.data = state["old"]`: what is kept there is the parameter itself from then on."""
        kinds = self.facts.kind(param), self.facts.kind(value)
        if not all(isinstance(kind, Parameter) for kind in kinds):
            return super().change(node)
        new, kept = self.expression(param), self.expression(value)
        assign = cst.Call(cst.Attribute(new, cst.Name("assign")), [cst.Arg(kept)])
        same = cst.Assign([cst.AssignTarget(kept)], new)
        line = cst.SimpleStatementLine([same])
        return [node.with_changes(body=[cst.Expr(assign)]), line]

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
