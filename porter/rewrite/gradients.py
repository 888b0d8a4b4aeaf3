"""`torch.autograd.grad`: the tape, and the gradient that is taken from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.infer.operators import constant_index
from porter.kinds import Tensor
from porter.plan.deferred import value_of
from porter.plan.leaves import cleared_leaf, grad_name, owned
from porter.plan.model import Gradient, Leaf, Plan
from porter.plan.together import index_of
from porter.rewrite import lines
from porter.rewrite.handlers import Handlers
from porter.rewrite.no_grad import indented_block
from porter.rewrite.parts import cleared
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook
from porter.tree import only, statements, walk


class Gradients(Handlers):
    """Gradients where no optimizer steps; `Statements` adds the rest."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan) -> None:
        super().__init__(facts, book, spelling)
        self.depth = 0
        self.gradients: dict[cst.CSTNode, list[Gradient]] = {}
        for gradient in plan.gradients:
            self.gradients.setdefault(gradient.first, []).append(gradient)
        self.leaf_starts = {line: leaf for leaf in plan.leaves for line in leaf.starts}
        self.tape_of: dict[object, str] = {}  # the tapes that were opened for them
        self.leaves = {owned(facts, n, leaf.backward) for leaf in plan.leaves for n in leaf.leaves}
        self.cleared = cleared(facts, plan)
        self.own.update((value, self._late) for late in plan.deferred for value in late.values)
        for gradient in plan.gradients:
            whole = facts.index.parents[gradient.call]
            one = isinstance(whole, cst.Subscript) and constant_index(whole) == 0
            if one and isinstance(facts.kind(gradient.inputs), Tensor):
                self.own[whole] = partial(self._gradient_of, gradient, True)
            self.own[gradient.call] = partial(self._gradient_of, gradient, False)

    def watching(self, statement: cst.CSTNode, body: Sequence[Any]) -> Gradient | None:
        """The gradient whose tape opens at a statement: the outermost that is not open yet."""
        closed = [g for g in self.gradients.get(statement, ()) if _region(g) not in self.tape_of]
        # A tape without a last line closes within its statement, ahead of one that ends with it.
        ends = {g: (index_of(body, g.last or g.statement), g.last is not None) for g in closed}
        return max(closed, key=ends.__getitem__, default=None)

    def gradient_tape(self, gradient: Gradient, inside: Sequence[Any]) -> cst.With:
        """The statements under a tape that watches the inputs."""
        tape = self.tape_of[_region(gradient)] = self._inner_tape()
        new = f"{code(self.spelling.tf('GradientTape'))}({'persistent=True' * gradient.persistent})"
        item = cst.WithItem(cst.parse_expression(new), cst.AsName(cst.Name(tape)))
        body: list[Any] = []
        if gradient.watched:
            inputs = ", ".join(gradient.watched)
            inputs = f"[{inputs}]" if len(gradient.watched) > 1 else inputs
            body.append(cst.parse_statement(f"{tape}.watch({inputs})"))
        body += [self._watching_some(tape, names) for names in gradient.mixed]
        told = len(body)
        with self.within(tapes=(*self.context.tapes, tape)):
            self.depth += 1
            body += self.block(inside)
            self.depth -= 1
            if gradient.last is None:
                value = code(self.expression(gradient.outputs))
                body.append(cst.parse_statement(f"{self.spelling.fresh('value')} = {value}"))
        above = lines.leading(inside[0]) if inside else lines.leading(gradient.statement)
        if inside:
            body[told] = lines.with_leading(body[told], ())
        return cst.With([item], indented_block(body), leading_lines=above)

    def _watching_some(self, tape: str, name: str) -> cst.CSTNode:
        """A tape can't watch a variable, and need not."""
        variable = code(self.spelling.module("keras", "Variable"))
        x = self.spelling.fresh("x")
        several = f"[{x} for {x} in {name} if not isinstance({x}, {variable})]"
        return cst.parse_statement(f"{tape}.watch({several})")

    def _inner_tape(self) -> str:
        """A name that none of the open tapes has."""
        depth = len(self.context.tapes)
        name = "inner_tape" if depth else "tape"
        return self.spelling.fresh(f"{name}_{depth}" if depth > 1 else name)

    def clears_gradients(self, node: cst.CSTNode) -> bool:
        """Whether this is a zero_grad() that no update needs, or the same for a leaf."""
        small = only(node)
        api = self.facts.api(small.value) if isinstance(small, cst.Expr) else ""
        unneeded = self.cleared and api in ("Optimizer.zero_grad", "Module.zero_grad")
        if unneeded or small is None or not self.leaves:
            return unneeded
        return owned(self.facts, cleared_leaf(small), node) in self.leaves

    def only_clears(self, node: cst.If) -> bool:
        """`if w.grad is not None: w.grad.zero_()`, for a leaf."""
        if not self.leaves:
            return False
        inside = statements(node.body)
        plain = all(isinstance(line, cst.SimpleStatementLine) for line in inside)
        tested = any(map(self.is_grad_of_leaf, walk(node.test)))
        return plain and tested and node.orelse is None and all(map(self.clears_gradients, inside))

    def no_gradient_yet(self, leaf: Leaf) -> cst.CSTNode:
        """`w_grad = tf.zeros_like(w)`, which gradients are added to."""
        zeros = code(self.spelling.tf("zeros_like"))
        return cst.parse_statement(f"{grad_name(leaf.leaves[0])} = {zeros}({leaf.leaves[0]})")

    def _late(self, node: cst.CSTNode) -> Any:
        """A value of which the caller makes a number."""
        self.count.seen += [n for n in walk(node) if self.facts.api(n)]
        return self.expression(value_of(self.facts, node))

    def _gradient_of(self, gradient: Gradient, single: bool, _: cst.CSTNode) -> cst.BaseExpression:
        """A gradient is asked of the tape."""
        self.count.seen.append(gradient.call)
        inputs = code(self.expression(gradient.inputs))
        one = isinstance(self.facts.kind(gradient.inputs), Tensor)
        if one and not single:
            inputs = f"[{inputs}]"
        value = self.spelling.fresh("value")
        if gradient.last is not None:
            value = code(self.expression(gradient.outputs))
        weights = ""
        if gradient.weights is not None:
            weights = f", output_gradients={code(self.expression(gradient.weights))}"
        new = f"{self.tape_of[_region(gradient)]}.gradient({value}, {inputs}{weights})"
        here = self.context
        outer = bool(here.tapes) or (here.graph and here.callee)
        if outer and not (gradient.recorded or here.detached):
            constant = self._constant(new, gradient, one and single)
            asked = gradient.created and code(self.expression(gradient.created))
            new = f"({new} if {asked} else {constant})" if asked else constant
        return cst.parse_expression(new)

    def _constant(self, value: str, gradient: Gradient, single: bool) -> str:
        """What torch does not record: an outer tape has to be told."""
        stop, grad = code(self.spelling.tf("stop_gradient")), self.spelling.fresh("grad")
        if single and not gradient.some:
            return f"{stop}({value})"
        stopped = f"{stop}({grad})"
        if gradient.some:
            stopped = f"{grad} if {grad} is None else {stopped}"
        if single:
            return f"[{stopped} for {grad} in [{value}]][0]"
        return f"[{stopped} for {grad} in {value}]"


def as_list(over: cst.BaseExpression, text: str) -> str:
    """[w, b] for a loop over (w, b)"""
    return f"[{text.strip('()').rstrip(', ')}]" if isinstance(over, cst.Tuple) else text


def _region(gradient: Gradient) -> object:
    """What two gradients of one tape have in common."""
    return gradient.first, gradient.last or gradient.call
