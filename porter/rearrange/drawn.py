"""A line that draws an action and makes it a number at once: two lines.

    action = dist.sample().item()

A graph can have the draw, and not the number:

    action = dist.sample()
    action = action.item()
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Class, Function, Module, Named, Parameter, Tensor
from porter.plan.draws import distribution_lines, may_act
from porter.plan.effects import effects
from porter.plan.outline import Outliner
from porter.plan.places import Places
from porter.recomputation.edits import Edits, replaced
from porter.tree import children, only, walk

Operation = cst.Call | cst.Subscript | cst.BinaryOperation | cst.UnaryOperation
_NAMES = {"sample": "action", "rsample": "action"}


@dataclass(frozen=True)
class SplitDraws:
    """The program with such lines divided, and the new lines."""

    module: cst.Module
    lines: tuple[str, ...]


def split_draws(facts: Facts, wanted: Collection[str] | None = None) -> SplitDraws | None:
    """The program with such lines in two, or only those of them that give the `wanted` ones."""
    made = facts.once(distribution_lines)
    if not made:
        return None
    found, places = _Drawn(facts, wanted), Places(facts)
    traceable, parents = found.regions.traceable, facts.index.parents
    acting = (n for n in made if may_act(facts, traceable, places.place(parents[n]), n))
    suites = dict.fromkeys(parents[line] for line in acting)
    for suite in suites:
        found.suite(suite.body)  # type: ignore[attr-defined]
    return SplitDraws(found.edits.module(), tuple(found.lines)) if found.edits.any else None


class _Drawn:
    def __init__(self, facts: Facts, wanted: Collection[str] | None) -> None:
        self.facts = facts
        self.wanted = wanted
        self.edits = Edits(facts)
        self.regions = Outliner(facts, ()).regions
        self.lines: list[str] = []
        self.taken: dict[cst.CSTNode, set[str]] = {}  # the names of a function or the script

    def suite(self, lines: Sequence[cst.BaseStatement]) -> None:
        """Divides the lines of one suite."""
        computed: set[str] = set()  # of networks
        for line in lines:
            found = effects(line)
            if self.regions.alone(line) is None:
                if found.reads & computed or self.regions.reading.networks(line):
                    computed |= found.writes
                continue
            if isinstance(line, cst.SimpleStatementLine) and found.reads & computed:
                self._divide(line, list(self._operations(line, computed)))
            computed -= found.writes

    def _operations(self, node: cst.CSTNode, computed: Collection[str]) -> Iterator[Operation]:
        """The operations of TensorFlow in a line of the host's that compute with such values."""
        for child in children(node):
            names = {n.value for n in walk(child) if isinstance(n, cst.Name)}
            if names.isdisjoint(computed):
                continue
            tensor = isinstance(self.facts.kind(child), Tensor)
            own = tensor and self._reads_only(child, computed)
            traced = own and self.regions.traceable.expression(child) is None
            if traced and isinstance(child, Operation):
                yield child
            else:
                yield from self._operations(child, computed)

    def _reads_only(self, node: cst.CSTNode, computed: Collection[str]) -> bool:
        """Whether all that it reads is computed by networks or is no variable of the host's."""
        read = effects(node).reads
        names = (n for n in walk(node) if isinstance(n, cst.Name) and n.value in read)
        return all(
            name.value in computed or isinstance(self.facts.kind(name), _NO_VALUES)
            for name in names
        )

    def _divide(self, line: cst.SimpleStatementLine, found: list[Operation]) -> None:
        names: dict[cst.CSTNode, cst.Name] = {}
        new: list[str] = []
        for node in found:
            name = _target(line, found) or self._fresh(_stem(node), line)
            text = f"{name} = {code(node)}"
            if self.wanted is None or text in self.wanted:
                names[node] = cst.Name(name)
                new.append(text)
        if not new:
            return
        made = [cst.parse_statement(text) for text in new]
        made[0] = made[0].with_changes(leading_lines=line.leading_lines)
        rest = replaced(line, names).with_changes(leading_lines=())
        self.edits.become[line] = [*made, rest]
        self.lines += new

    def _fresh(self, name: str, line: cst.CSTNode) -> str:
        around = self.facts.index.function(line) or self.facts.module
        if around not in self.taken:
            self.taken[around] = {n.value for n in walk(around) if isinstance(n, cst.Name)}
        found, number = name, 1
        while found in self.taken[around]:
            number += 1
            found = f"{name}_{number}"
        self.taken[around].add(found)
        return found


def _target(line: cst.SimpleStatementLine, found: Sequence[Operation]) -> str:
    """`action = dist.sample().item()`: the name is there already."""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1 or len(found) != 1:
        return ""
    target = small.targets[0].target
    return target.value if isinstance(target, cst.Name) else ""


def _stem(node: cst.BaseExpression) -> str:
    """`log_prob` of dist.log_prob(action).sum(), `action` of dist.sample()"""
    name = "value"
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        name, node = node.func.attr.value, node.func.value
    return _NAMES.get(name, name)


_NO_VALUES = (Named, Function, Class, Module, Parameter)
