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
from porter.plan.late import value_of
from porter.plan.model import Gradient, Plan
from porter.rewrite import lines
from porter.rewrite.no_grad import NoGrad, indented_block
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook
from porter.tree import walk


class Gradients(NoGrad):
    """Gradients where no optimizer steps; `Statements` adds the rest."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan) -> None:
        super().__init__(facts, book, spelling)
        self.depth = 0
        self.gradients = {gradient.first: gradient for gradient in plan.gradients}
        self.own.update((value, self._late) for late in plan.late for value in late.values)
        for gradient in plan.gradients:
            whole = facts.index.parents[gradient.call]
            one = isinstance(whole, cst.Subscript) and constant_index(whole) == 0
            if one and isinstance(facts.kind(gradient.inputs), Tensor):
                self.own[whole] = partial(self._gradient_of, gradient, True)
            self.own[gradient.call] = partial(self._gradient_of, gradient, False)

    def gradient_tape(self, gradient: Gradient, inside: Sequence[Any]) -> cst.With:
        """The statements under a tape that watches the inputs."""
        tape = self.spelling.fresh("tape")
        new = f"{code(self.spelling.tf('GradientTape'))}({'persistent=True' * gradient.persistent})"
        item = cst.WithItem(cst.parse_expression(new), cst.AsName(cst.Name(tape)))
        body: list[Any] = [cst.parse_statement(f"{tape}.watch({x})") for x in gradient.watched]
        with self.within(tape=tape):
            self.depth += 1
            body += self.block(inside)
            self.depth -= 1
            if gradient.last is None:
                value = code(self.expression(gradient.outputs))
                body.append(cst.parse_statement(f"{self.spelling.fresh('value')} = {value}"))
        above = lines.leading(inside[0]) if inside else lines.leading(gradient.statement)
        if inside:
            at = len(gradient.watched)
            body[at] = lines.with_leading(body[at], ())
        return cst.With([item], indented_block(body), leading_lines=above)

    def _late(self, node: cst.CSTNode) -> Any:
        """A value of which the caller makes a number."""
        self.count.seen += [n for n in walk(node) if self.facts.api(n)]
        return self.expression(value_of(self.facts, node))

    def _gradient_of(self, gradient: Gradient, single: bool, _: cst.CSTNode) -> cst.BaseExpression:
        """A gradient is asked of the tape."""
        self.count.seen.append(gradient.call)
        inputs = code(self.expression(gradient.inputs))
        if isinstance(self.facts.kind(gradient.inputs), Tensor) and not single:
            inputs = f"[{inputs}]"
        value = self.spelling.fresh("value")
        if gradient.last is not None:
            value = code(self.expression(gradient.outputs))
        weights = ""
        if gradient.weights is not None:
            weights = f", output_gradients={code(self.expression(gradient.weights))}"
        return cst.parse_expression(
            f"{self.spelling.fresh('tape')}.gradient({value}, {inputs}{weights})"
        )
