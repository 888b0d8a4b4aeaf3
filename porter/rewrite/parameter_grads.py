"""Loops over parameters for their gradients: in the port, over the list of tape.gradient()."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan import helpers
from porter.plan.grads import gradient_of
from porter.plan.handed_over import loop_of
from porter.plan.model import Plan, Update
from porter.rewrite.layout import joined
from porter.rewrite.stores import OPERATORS, Stores
from porter.rulebook import whole
from porter.tree import dotted, mapped, only, walk

_PLAIN = ("Tensor.data", "Tensor.detach")


class ParameterGrads(Stores):
    """`p.grad` in such a loop is `grad` or, where the loop changes it, `grads[i]`."""

    def follow(self, plan: Plan) -> None:
        """Learn where gradients are worked on."""
        self.grad_loops: dict[cst.CSTNode, Update | None] = {}  # None: in a helper
        self.helper_calls: dict[cst.CSTNode, Update | None] = {}
        self.grad_nodes: dict[cst.CSTNode, str] = {}
        self.gone: set[cst.CSTNode] = set()  # statements that the port needs not
        for update in plan.updates():
            for node in (*update.loops, *update.helpers, *update.shown):
                known = self.helper_calls if isinstance(node, cst.Call) else self.grad_loops
                known[node] = update
            self.gone |= set(update.cleared)
        if plan.general.grads:
            return  # parameters hold their gradients
        moved = [u.transplant.statement for u in plan.updates() if u.transplant]
        gone = {n for statement in moved for n in walk(statement) if isinstance(n, cst.Name)}
        for function in self.facts.index.all(cst.FunctionDef):
            if loop_of(function) is not None:
                uses = self.facts.index.names.get(function.name.value, ())
                if uses and all(name in gone for name in uses):
                    self.gone.add(function)
            elif (found := helpers.defined(self.facts, function)) is not None:
                self.grad_loops.update(dict.fromkeys(found.loops))
                self.own[function.params] = self._with_grads
        for loop in self.grad_loops:
            around = self.facts.index.parents[loop]
            if isinstance(around, (cst.ListComp, cst.GeneratorExp)):
                self.own[around] = self._comprehension
        for call in self.facts.index.all(cst.Call):
            if helpers.called(self.facts, call) is not None:
                self.own[call] = self._helped

    # -- what Steps adds
    def grads_name(self, update: Update, i: int) -> str:
        raise NotImplementedError

    # -- what ArrayViews adds
    def array_writes(self, node: cst.CSTNode) -> cst.CSTNode | None:
        raise NotImplementedError

    # -- the loop
    def _with_grads(self, params: cst.Parameters) -> Any:
        more = cst.Param(cst.Name(self.spelling.fresh("grads")))
        new = self.plain(params)
        return new.with_changes(params=[*new.params, more])

    def _comprehension(self, node: cst.ListComp | cst.GeneratorExp) -> Any:
        head = self.head(node.for_in)
        loop = mapped(node.for_in, lambda n: head.get(n) or self.expression(n))
        return node.with_changes(elt=self.expression(node.elt), for_in=loop)

    def _grad(self, node: cst.CSTNode) -> Any:
        self.count.seen.append(node)
        return cst.parse_expression(self.grad_nodes[node])

    def _plain_grad(self, node: cst.CSTNode) -> Any:
        """`p.grad.data`, `p.grad.detach()`"""
        return self.expression(gradient_of(self.facts, node))

    def _helped(self, node: cst.Call) -> Any:
        """A call of a function that works on gradients."""
        update = self.helper_calls.get(node)
        if update is None:
            message = f"{code(node.func)}() works on gradients, and no update step is known here"
            hint = "call it behind backward(), where that network's optimizer steps"
            return self.leave(node, "P201", message, hint)
        new = self.plain(node)
        more = cst.Arg(cst.Name(self.grads_name(update, 0)))
        if any(arg.keyword for arg in new.args):
            name = cst.Name(self.spelling.fresh("grads"))
            none = cst.SimpleWhitespace("")
            more = more.with_changes(keyword=name, equal=cst.AssignEqual(none, none))
        return new.with_changes(args=[*new.args, more])

    def head(self, node: Any) -> dict[cst.CSTNode, cst.BaseExpression]:
        """The target and the iterable of a loop, and what stands for them."""
        if node not in self.grad_loops:
            return {}
        update = self.grad_loops[node]
        grads = self.grads_name(update, 0) if update else self.spelling.fresh("grads")
        name, grad, i = code(node.target), self.spelling.fresh("grad"), self.spelling.fresh("i")
        root = self.facts.index.parents[node] if isinstance(node, cst.CompFor) else node
        cleared = update.cleared if update else ()
        gone = {n for s in cleared for n in walk(s)}
        inside = [n for n in walk(root) if n is not node.target and n not in gone]
        used = [n for n in inside if dotted(n) in (f"{name}.grad", f"{name}._grad")]
        owners = {n.value for n in used}  # type: ignore[attr-defined]
        others = any(isinstance(n, cst.Name) and n.value == name for n in inside if n not in owners)
        changed = any(self._written(n) in used for n in inside)
        self.grad_nodes.update(dict.fromkeys(used, f"{grads}[{i}]" if changed else grad))
        self.own.update(dict.fromkeys(used, self._grad))
        for n in inside:
            if self.facts.api(n) in _PLAIN and gradient_of(self.facts, n) in used:
                self.own[n] = self._plain_grad
        all_ = code(self.expression(node.iter)) if others else ""
        if changed and others:
            text = f"{i}, {name}", f"enumerate({all_})"
        elif changed:
            text = i, f"range(len({grads}))"
        else:
            text = (f"{name}, {grad}", f"zip({all_}, {grads})") if others else (grad, grads)
        target = cst.parse_statement(f"for {text[0]} in {text[1]}: pass")
        assert isinstance(target, cst.For)
        return {node.target: target.target, node.iter: target.iter}

    def _written(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The gradient that a small statement changes."""
        found: cst.CSTNode | None = None
        if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
            found = node.target
        elif isinstance(node, cst.Expr) and self.in_place(node.value):
            found = self.receiver(node.value)
        if found is None or gradient_of(self.facts, found) is None:
            return self.array_writes(node)
        return gradient_of(self.facts, found)

    # -- statements that change a gradient
    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """`p.grad = v`, `p.grad *= v` and `p.grad.mul_(v)` change the list."""
        small = only(node)
        parts = small.targets if isinstance(small, cst.Assign) else [small]
        grad = next((g for part in parts if (g := part and self._written(part))), None)
        if grad is None or grad not in self.grad_nodes:
            return super().change(node)
        if isinstance(small, cst.AugAssign):
            operator = OPERATORS[type(small.operator)]()
            value = self.operation(cst.BinaryOperation(small.target, operator, small.value))
        elif isinstance(small, cst.Assign):
            value = self.expression(small.value)
        else:
            assert isinstance(small, cst.Expr)
            self.changing.add(self.receiver(small.value))
            given = _as_large(self.facts, small.value)
            value = (
                self.expression(small.value)
                if given is None
                else whole(self.expression(joined(given)))
            )
        if self.unported:
            return [node]
        named = isinstance(small, cst.Assign) and any(t.target is grad for t in small.targets)
        set_ = self.with_gradient_set(cst.ensure_type(grad, cst.Attribute), value, not named)
        return [node.with_changes(body=[set_])]

    def with_gradient_set(
        self, grad: cst.Attribute, value: cst.BaseExpression, in_place: bool
    ) -> Any:
        """The small statement that gives a parameter another gradient."""
        return cst.Assign([cst.AssignTarget(self.expression(grad))], value)


def _as_large(facts: Facts, call: Any) -> Any:
    """v of `p.grad.copy_(v)` where v has the shape of a gradient: `x.view_as(p.grad) / n`."""
    if facts.api(call) != "Tensor.copy_":
        return None
    node = value = call.args[0].value
    while isinstance(node, cst.BinaryOperation):
        node = node.left
    if facts.api(node) not in ("Tensor.view_as", "Tensor.reshape_as"):
        return None
    return value if gradient_of(facts, node.args[0].value) is not None else None
