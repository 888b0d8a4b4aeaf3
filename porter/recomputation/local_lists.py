"""Lists that are variables of the code around: made, filled and read in one suite.

    log_probs = []
    while not done:
        action, log_prob = policy.act(state)
        log_probs.append(log_prob)

What is put in may come out of a function that acts: then that function gives what is kept.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import Array, Number, Text
from porter.plan.acting import Site
from porter.plan.effects import effects, targets
from porter.plan.model import Acting
from porter.plan.no_grad import is_no_grad
from porter.plan.places import body_of
from porter.plan.slices import Slices
from porter.recomputation.backward_slices import names_in
from porter.recomputation.uses import Uses, line_of
from porter.tree import only, walk

_EMPTY = frozenset({"[]", "list()", "deque()"})


@dataclass(frozen=True, eq=False)
class LocalList:
    """Such a list, or sum: where it is filled, and all that is done with it."""

    site: Site
    uses: Uses


class LocalLists:
    """Finds them in one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.slices = Slices(facts)

    def found(self) -> Iterator[LocalList]:
        """The lists of what a gradient comes through, filled in a loop before they are read."""
        for call in self.facts.index.all(cst.Call):
            func = call.func
            if not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Name):
                continue
            if func.attr.value != "append" or len(call.args) != 1:
                continue
            if isinstance(self.facts.kind(call.args[0].value), (Array, Number, Text)):
                continue
            line = line_of(self.facts, call)
            if isinstance(only(line), cst.Expr):
                one = self._list(call, func.value.value, line)
                if one is not None:
                    yield one

    def sums(self, suites: Container[cst.CSTNode]) -> Iterator[LocalList]:
        """`entropy += dist.entropy().mean()` beside such lists, in one of these suites."""
        for added in self.facts.index.all(cst.AugAssign):
            line = line_of(self.facts, added)
            name, plus = added.target, isinstance(added.operator, cst.AddAssign)
            if not plus or not isinstance(name, cst.Name) or self.parents[line] not in suites:
                continue
            suite = body_of(self.parents[line])
            first, _, _ = self.slices.slice(suite, list(suite).index(line), added.value)
            reads = self._uses(name, name.value, line)
            if first is not None and reads is not None:
                acting = Acting(first, line, "")
                site = Site(name.value, "", added, added, added.value, acting, summed=True)
                yield LocalList(site, Uses(reads))

    def _list(self, call: cst.Call, name: str, line: cst.CSTNode) -> LocalList | None:
        reads = self._reads(call, name, line)
        if reads is None:
            return None
        item = call.args[0].value
        suite = body_of(self.parents[line])
        if any(is_no_grad(self.facts, n) for n in self.facts.index.above(line)):
            return None
        first, _, _ = self.slices.slice(suite, list(suite).index(line), item)
        given = self._given(suite, line, item)
        if given is not None:
            return self._returned(call, name, reads, *given)
        if first is None:
            return None
        site = Site(name, "", call, call, item, Acting(first, line, ""))
        return LocalList(site, Uses(reads))

    def _reads(
        self, call: cst.Call, name: str, line: cst.CSTNode
    ) -> list[cst.BaseExpression] | None:
        """Where it is read; None if it is not made, filled and read in this order in a suite."""
        return self._uses(call.func.value, name, line)  # type: ignore[attr-defined]

    def _uses(
        self, filled_by: cst.Name, name: str, line: cst.CSTNode
    ) -> list[cst.BaseExpression] | None:
        owner = self.facts.variables.owner(filled_by)
        reads: list[cst.BaseExpression] = []
        made: list[cst.CSTNode] = []
        gone = self._rebound(name, line)
        for node in self.facts.variables.uses(owner, name):
            if node in gone:
                continue
            above = self.parents[node]
            if isinstance(above, (cst.AssignTarget, cst.Element)) and self._makes(node):
                made.append(line_of(self.facts, node))
            elif isinstance(above, cst.Arg) and code(self.parents[above].func) == "len":  # type: ignore[attr-defined]
                continue
            elif node is not filled_by:
                reads.append(node)
        if len(made) != 1 or not reads:
            return None
        suite = list(body_of(self.parents[made[0]]))
        filled = next((s for s in (line, *self.facts.index.above(line)) if s in suite), None)
        places = [line_of(self.facts, read) for read in reads]
        if filled is None or any(place not in suite for place in places):
            return None
        order = [suite.index(made[0]), suite.index(filled), *map(suite.index, places)]
        return reads if order[0] < order[1] < min(order[2:]) else None

    def _rebound(self, name: str, line: cst.CSTNode) -> set[cst.CSTNode]:
        """What the name is behind `log_probs = torch.cat(log_probs)` is no list any more."""
        loop = next((n for n in self.facts.index.above(line)
                     if isinstance(n, (cst.For, cst.While))), None)  # fmt: skip
        suite = list(body_of(self.parents[loop])) if loop is not None else []
        behind = suite[suite.index(loop) + 1 :] if loop is not None else []
        at = next((i for i, s in enumerate(behind) if name in effects(s).kills), None)
        small = only(behind[at]) if at is not None else None
        if at is None or not isinstance(small, cst.Assign):
            return set()
        inside = {n for target in small.targets for n in walk(target)}
        return inside.union(n for statement in behind[at + 1 :] for n in walk(statement))

    def _makes(self, node: cst.CSTNode) -> bool:
        """`log_probs = []`, `log_probs, rewards = [], []`"""
        small = only(line_of(self.facts, node))
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            return False
        target, value = small.targets[0].target, small.value
        if target is node:
            return code(value) in _EMPTY or code(value) in ("0", "0.0", "0.")
        if not isinstance(target, cst.Tuple) or not isinstance(value, cst.Tuple):
            return False
        pairs = zip(target.elements, value.elements)
        return any(t.value is node and code(v.value) in _EMPTY for t, v in pairs)

    # -- out of a function
    def _given(
        self, suite: Sequence[cst.CSTNode], line: cst.CSTNode, item: cst.BaseExpression
    ) -> tuple[FunctionInfo, cst.Call, int] | None:
        """The function whose result, at some place, is put in."""
        if not isinstance(item, cst.Name):
            return None
        writers = [s for s in suite if item.value in effects(s).writes]
        small = only(writers[0]) if len(writers) == 1 else None
        if not isinstance(small, cst.Assign) or not isinstance(small.value, cst.Call):
            return None
        info = self.facts.functions.get(getattr(self.facts.kind(small.value.func), "name", ""))
        target = small.targets[0].target
        elements = target.elements if isinstance(target, cst.Tuple) else ()
        names = [code(element.value) for element in elements]
        if info is None or item.value not in names or self._read_else(line, item):
            return None
        return info, small.value, names.index(item.value)

    def _read_else(self, line: cst.CSTNode, item: cst.Name) -> bool:
        """Whether somebody else reads what is put in, but for a loop that binds the name anew."""
        function = self.facts.index.function(line) or self.facts.module
        return any(
            n.value == item.value
            and n is not item
            and not self._is_target(n)
            and not any(
                isinstance(above, cst.For) and item.value in targets(above.target)
                for above in self.facts.index.above(n)
            )
            for n in names_in([function])
        )

    def _unread(self, call: cst.CSTNode, at: int) -> bool:
        """`action, _ = policy.act(state)`: what comes back at this place is not used."""
        assign = self.parents[call]
        if not isinstance(call, cst.Call) or not isinstance(assign, cst.Assign):
            return False
        target = assign.targets[0].target
        if not isinstance(target, cst.Tuple) or len(target.elements) <= at:
            return False
        name = target.elements[at].value
        function = self.facts.index.function(call) or self.facts.module
        return isinstance(name, cst.Name) and not any(
            n.value == name.value and not self._is_target(n) for n in names_in([function])
        )

    def _is_target(self, node: cst.CSTNode) -> bool:
        """Whether a name is bound here, alone or in a tuple."""
        above = self.parents[node]
        while isinstance(above, (cst.Element, cst.Tuple)):
            node, above = above, self.parents[above]
        return isinstance(above, cst.AssignTarget) or (
            isinstance(above, cst.For) and above.target is node
        )

    def _returned(
        self,
        call: cst.Call,
        name: str,
        reads: list[cst.BaseExpression],
        info: FunctionInfo,
        acts: cst.Call,
        at: int,
    ) -> LocalList | None:
        """`return action.item(), m.log_prob(action)`: the function gives what is kept."""
        lines = list(info.node.body.body)
        last = only(lines[-1])
        value = last.value if isinstance(last, cst.Return) else None
        returns = [n for n in walk(info.node.body) if isinstance(n, cst.Return)]
        calls = self.facts.uses.get(info.name, [])
        if not isinstance(value, cst.Tuple) or len(returns) != 1 or len(value.elements) <= at:
            return None
        if not all(other is acts or self._unread(other, at) for other in calls):
            return None
        item = value.elements[at].value
        first, _, _ = self.slices.slice(lines, len(lines) - 1, item)
        if first is None:
            return None
        site = Site(name, "", call, item, item, Acting(first, lines[-1], ""))
        owner = acts.func.value if isinstance(acts.func, cst.Attribute) else None
        renamed = {"self": code(owner)} if owner is not None and info.cls is not None else {}
        return LocalList(site, Uses(reads, renamed=renamed))
