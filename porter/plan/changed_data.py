"""Tensors that change behind torch's back: `labels.data.fill_(0)` between a loss and its gradient.

torch's graph keeps the tensor itself, and goes backward through the numbers that are in it by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Parameter, Tensor
from porter.plan.effects import effects
from porter.plan.model import Problem, Update
from porter.plan.no_grad import GRAD
from porter.tree import walk

_WHY = (
    "changes between a loss and its gradient: torch goes backward through the new numbers, a tape"
    " through those it has seen"
)
_HINT = "take the gradient first"
_ASKING = frozenset({"Tensor.backward", GRAD})
_SUITES = (cst.IndentedBlock, cst.Module)


class ChangedData:
    """The names of tensors that lines of a file change so."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.names: dict[cst.CSTNode, str] = {}
        for node in facts.index.all(cst.Attribute):
            if node.attr.value in ("data", "detach") and isinstance(node.value, cst.Name):
                kind = facts.kind(node.value)
                plain = isinstance(kind, Tensor) and not isinstance(kind, Parameter)
                if plain and self._is_changed(node):
                    self.names[node] = node.value.value

    def _is_changed(self, node: cst.CSTNode) -> bool:
        """`x.data.fill_(0)`, `x.detach()[0] = 1`, `x.data += y`"""
        above = self.facts.index.parents[node]
        if isinstance(above, cst.Call):
            return above.func is node and self._is_changed(above)
        if isinstance(above, cst.Subscript):
            return above.value is node and self._is_changed(above)
        if isinstance(above, cst.Attribute):
            name = above.attr.value
            return name.endswith("_") and not name.endswith("__")
        return isinstance(above, (cst.AugAssign, cst.AssignTarget)) and above.target is node

    def behind(
        self, lines: Sequence[cst.CSTNode], asks: Callable[[cst.CSTNode], bool]
    ) -> Iterator[Problem]:
        """Where lines of a suite do so; `asks` tells lines that take gradients."""
        steps = [*_steps(lines)]
        for i, (step, _) in enumerate(steps):
            for name in sorted({self.names[n] for n in walk(step) if n in self.names}):
                later = _later(steps[i:], _made(steps[:i], name))
                if any(asks(one) and made & effects(one).reads for one, made in later):
                    yield Problem(step, "P201", Severity.ERROR, f"{name} {_WHY}", _HINT)


def changed_data(facts: Facts, updates: Iterable[Update]) -> Iterator[Problem]:
    """The same for updates that have a tape of their own."""
    changed = facts.once(ChangedData)
    suites: dict[cst.CSTNode, None] = {}
    for update in updates if changed.names else ():
        around = facts.index.above(update.backward)
        suites |= dict.fromkeys([next(one for one in around if isinstance(one, _SUITES))])
    for suite in suites:
        assert isinstance(suite, _SUITES)
        yield from changed.behind([*suite.body], partial(_asks, facts))


def _asks(facts: Facts, line: cst.CSTNode) -> bool:
    return any(facts.api(node) in _ASKING for node in walk(line))


def _steps(lines: Iterable[cst.CSTNode], sure: bool = True) -> Iterator[tuple[cst.CSTNode, bool]]:
    """The lines in the order in which they run, also those of branches and loops, which run again;
    and whether they surely do."""
    for line in lines:
        if isinstance(line, cst.SimpleStatementLine):
            yield line, sure
        elif isinstance(line, (cst.If, cst.For, cst.While, cst.With, cst.Try)):
            suites = [n for n in walk(line) if isinstance(n, cst.IndentedBlock)]
            outer = [n for n in suites if not any(n in {*walk(o)} for o in suites if o is not n)]
            inside = [*_steps((s for suite in outer for s in suite.body), False)]
            yield from (*inside, *(inside if isinstance(line, (cst.For, cst.While)) else ()))


def _made(steps: Iterable[tuple[cst.CSTNode, bool]], name: str) -> set[str]:
    """The names that lines compute of a tensor."""
    made: set[str] = set()
    for step, sure in steps:
        found = effects(step)
        if sure and name in found.kills:
            made = set()
        elif found.reads & (made | {name}):
            made = made | (found.writes - {name})
        elif sure:
            made = made - found.kills
    return made


def _later(
    steps: Iterable[tuple[cst.CSTNode, bool]], made: set[str]
) -> Iterator[tuple[cst.CSTNode, set[str]]]:
    """Each line with the names that are made of the old numbers when it runs."""
    for step, sure in steps:
        yield step, made
        found = effects(step)
        made = made | found.writes if found.reads & made else made - found.kills if sure else made
