"""Forward passes that stand far above what reads them, where the tapes of updates would cross.

    predicted = critic(states, actions)
    action = actor(states)
    ...  # the temperature's update
    critic_loss = loss_fn(predicted, target)

A network that draws nothing, and whose weights nothing changes on the way, gives the same later:
the line stands where it is read first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import libcst as cst

from porter.analysis.reach import Reach, conflict
from porter.facts import Facts
from porter.kinds import Parameter, networks
from porter.plan.effects import Effects
from porter.plan.model import Plan
from porter.plan.owners import Owners, nested
from porter.plan.random_numbers import draws
from porter.plan.shared_tapes import BEGUN, STEPPED
from porter.plan.weight_changes import changes_weights, changing
from porter.recomputation.edits import Edits
from porter.rewrite.lines import without_blanks
from porter.tree import dotted, only


def forwards_at_use(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with such lines moved, where tapes cross; None if there are none."""
    crossed = [p.node for p in plan.problems if p.message in (BEGUN, STEPPED)]
    if not crossed:
        return None
    edits, owners = Edits(facts), Owners(facts)
    for suite in dict.fromkeys(s for node in crossed for s in _suites(facts, node)):
        for at, to in _moves(facts, owners, suite.body):
            line, target = suite.body[at], suite.body[to]
            plain = line.with_changes(leading_lines=without_blanks(line.leading_lines))
            edits.become[line] = []
            edits.moved.add(line)
            edits.before.setdefault(target, []).insert(0, plain)
    return edits.module() if edits.any else None


def _suites(facts: Facts, node: cst.CSTNode) -> Iterator[Any]:
    """The suites around a line, up to its function."""
    for above in facts.index.above(node):
        if isinstance(above, cst.FunctionDef):
            return
        if isinstance(above, (cst.IndentedBlock, cst.Module)):
            yield above


def _moves(
    facts: Facts, owners: Owners, body: Sequence[cst.BaseStatement]
) -> Iterator[tuple[int, int]]:
    """Which lines go in front of which, the last ones first."""
    known = [facts.once(Reach).effects(line) for line in body]
    read = frozenset[str]().union(*(one.reads for one in known))
    for at in reversed(range(len(body))):
        call = _forward(facts, body[at])
        if call is None or draws(facts, call):
            continue
        made = known[at].writes & read
        behind = range(at + 1, len(body))
        to = next((i for i in behind if made & (known[i].reads | known[i].writes)), at)
        own = Effects(known[at].reads, made, frozenset())
        between = range(at + 1, to)
        passes = between and not conflict(own, (known[i] for i in between))
        if passes and not any(_steps_on(facts, owners, call, body[i]) for i in between):
            yield at, to


def _forward(facts: Facts, line: cst.CSTNode) -> cst.Call | None:
    """The call of `x = net(y)` and `x, state = net(y, state)`."""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return None
    target, call = small.targets[0].target, small.value
    places = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
    plain = all(isinstance(place, cst.Name) for place in places)
    if not plain or not isinstance(call, cst.Call) or dotted(call.func) is None:
        return None
    return call if networks(facts.kind(call.func)) else None


def _steps_on(facts: Facts, owners: Owners, call: cst.Call, line: cst.CSTNode) -> bool:
    """Whether a line may change the weights of the network that is called."""
    if not changes_weights(facts, line):
        return False
    network = dotted(call.func) or ""
    steps = [*changing(facts, line)]
    return not steps or any(not _disjoint(facts, owners, network, step) for step in steps)


def _disjoint(facts: Facts, owners: Owners, network: str, step: cst.CSTNode) -> bool:
    """Whether it is the step of an optimizer that surely has no parameter of the network."""
    if facts.api(step) != "Optimizer.step" or not isinstance(step, cst.Call):
        return False
    assert isinstance(step.func, cst.Attribute)
    trained = owners.networks(step.func.value)
    if not trained:
        made = owners.made_of(step.func.value)
        if not made or not all(isinstance(one, cst.List) for one in made):
            return False
        parts = [e.value for one in made for e in one.elements]  # type: ignore[attr-defined]
        if not all(isinstance(facts.kind(part), Parameter) for part in parts):
            return False
        trained = frozenset(dotted(part) or network for part in parts)
    return not any(nested(one, network) for one in trained)
