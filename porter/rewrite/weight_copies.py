"""The weights of another network, variable to variable: how a train body loads them."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Plan
from porter.plan.weight_copies import weight_copy
from porter.rewrite import lines
from porter.rewrite.row_values import RowValues
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook


class WeightCopies(RowValues):
    """`for weight, value in zip(local.weights, shared.weights): weight.assign(value)`"""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan) -> None:
        super().__init__(facts, book, spelling, plan)
        traced = (s for body in plan.bodies for s in body.graph)
        self.weight_copies = frozenset(s for s in traced if weight_copy(facts, s) is not None)

    def special(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        networks = weight_copy(self.facts, node) if node in self.weight_copies else None
        if networks is None:
            return super().special(node)
        self.count.seen.append(node)
        target, source = (code(self.expression(network)) for network in networks)
        weight, value = self.spelling.fresh("weight"), self.spelling.fresh("value")
        over = f"zip({target}.weights, {source}.weights)"
        loop = f"for {weight}, {value} in {over}:\n    {weight}.assign({value})"
        return [lines.with_leading(cst.parse_statement(loop), lines.leading(node))]
