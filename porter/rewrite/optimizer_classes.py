"""Classes that inherit from an optimizer of torch's."""

from __future__ import annotations

from functools import partial

import libcst as cst

from porter.findings import Severity
from porter.plan.model import Problem
from porter.plan.optimizer_classes import optimizer_class
from porter.rewrite.expressions import Expressions

_HINT = "write update() for one parameter, as the building block does"


class OptimizerClasses(Expressions):
    """What such a class need not have in the port, and which building block it inherits from."""

    gone: set[cst.CSTNode]
    known: dict[cst.CSTNode, Problem]

    def learn_optimizers(self) -> None:
        """Decide about every class of the file."""
        for info in self.facts.classes.values():
            found = optimizer_class(self.facts, info)
            if found is None:
                continue
            self.gone.update(found.gone)
            for node, message in found.problems:
                problem = Problem(node, "P102", Severity.ERROR, message, _HINT)
                self.problems.append(problem)
                self.known[node] = problem
            if found.block:
                for base in info.node.bases:
                    self.own[base.value] = partial(self._formula, found.block)

    def _formula(self, block: str, base: cst.CSTNode) -> cst.Name:
        """The building block that has the formula."""
        self.count.seen.append(base)
        return cst.Name(self.spelling.block(block))
