"""An attribute that an update computes and goes on with: under a name of its own meanwhile.

    if self.tuned:
        self.alpha = self.log_alpha.exp()
    else:
        self.alpha = 1.0
    loss = (self.alpha * log_prob - q).mean()

A graph sets no attribute, but it can give back what the attribute becomes:

    if self.tuned:
        alpha = self.log_alpha.exp()
    else:
        alpha = 1.0
    self.alpha = alpha
    loss = (alpha * log_prob - q).mean()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.analysis.doing import ANY
from porter.analysis.reach import Reach
from porter.facts import Facts, getter
from porter.plan.effects import effects
from porter.plan.host_data import fresh
from porter.plan.model import Plan
from porter.recomputation.edits import Edits, replaced
from porter.tree import dotted, only, walk

_LATER = (cst.FunctionDef, cst.ClassDef, cst.Lambda)  # they may run when it is another one


def attributes_named(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with such names, where they keep an update in eager mode."""
    edits = Edits(facts)
    told = [problem.node for problem in plan.problems if problem.code == "N403"]
    for node in told:
        suite = facts.index.parents.get(node)
        if not isinstance(suite, cst.IndentedBlock) or facts.index.function(node) is None:
            continue
        later = suite.body[next(i for i, s in enumerate(suite.body) if s is node) + 1 :]
        for name in sorted(_surely_set(node)):
            if _has_a_name(node) and not any(_reading(s, name) for s in later):
                continue  # nothing is won by another name
            places = [n for n in walk(node) if isinstance(n, cst.Attribute) and dotted(n) == name]
            if not edits.any and places and _is_followed(facts, node, later, places):
                _named(edits, node, later, places)
    return edits.module() if edits.any else None


def _surely_set(node: cst.CSTNode) -> frozenset[str]:
    """The attributes of self that a statement sets on every way through it."""
    if isinstance(node, cst.If):
        if node.orelse is None:
            return frozenset()
        other = node.orelse if isinstance(node.orelse, cst.If) else node.orelse.body
        return _surely_set(node.body) & _surely_set(other)
    if isinstance(node, cst.IndentedBlock):
        return frozenset().union(*map(_surely_set, node.body))
    line = only(node)
    names = [dotted(t.target) or "" for t in line.targets] if isinstance(line, cst.Assign) else []
    return frozenset(n for n in names if n.startswith("self.") and n.count(".") == 1)


def _has_a_name(node: cst.CSTNode) -> bool:
    """Whether a line sets an attribute to what has a name: `self.alpha = alpha`."""
    line = only(node)
    return isinstance(line, cst.Assign) and isinstance(line.value, cst.Name)


def _is_followed(
    facts: Facts,
    node: cst.CSTNode,
    later: Sequence[cst.BaseStatement],
    places: Sequence[cst.Attribute],
) -> bool:
    """Whether all that the function goes on with is what this statement sets, and nobody asks the
    object for it before the statement ends."""
    reach, name = facts.once(Reach), dotted(places[0]) or ""
    attribute = places[0].attr.value
    if getter(facts, places[0]):
        return False
    lines = [only(s) for s in _setting(node, name)]
    set_ = [t.target for one in lines if isinstance(one, cst.Assign) for t in one.targets]
    if not all(any(place is target for target in set_) for place in places):
        return False
    known = {f".{attribute}", name, ANY}
    if any(known & (reach.effects(s).writes | effects(s).writes) for s in later):
        return False
    others = (s for s in walk(node) if isinstance(s, cst.SimpleStatementLine))
    inner = [s for s in others if name not in effects(s).writes]
    if any(known & reach.effects(s).writes for s in inner):
        return False
    calls = [n for n in walk(node) if isinstance(n, cst.Call)]
    return not any({f".{attribute}"} & reach.called(call) for call in calls)


def _setting(node: cst.CSTNode, name: str) -> Iterator[cst.CSTNode]:
    """The lines that set the attribute."""
    for line in walk(node):
        if isinstance(line, cst.SimpleStatementLine) and name in effects(line).writes:
            yield line


def _named(
    edits: Edits,
    node: cst.CSTNode,
    later: Sequence[cst.BaseStatement],
    places: Sequence[cst.Attribute],
) -> None:
    """The statement, what is behind it and the line that sets the attribute."""
    facts = edits.facts
    function = facts.index.function(node)
    assert function is not None
    taken = {n.value for n in _plain_names(function)}
    name = fresh(places[0].attr.value.strip("_") or "value", taken)
    line = cst.parse_statement(f"{dotted(places[0])} = {name}")
    edits.become[node] = [replaced(node, {place: cst.Name(name) for place in places}), line]
    for statement in later:
        if reading := _reading(statement, dotted(places[0]) or ""):
            new = {n: cst.Name(name) for n in reading}
            edits.become[statement] = [replaced(statement, new)]


def _reading(statement: cst.CSTNode, name: str) -> list[cst.CSTNode]:
    return [n for n in _now(statement) if dotted(n) == name]


def _plain_names(function: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that are no attribute's."""
    if isinstance(function, cst.Attribute):
        yield from _plain_names(function.value)
        return
    if isinstance(function, cst.Name):
        yield function
    for child in function.children:
        yield from _plain_names(child)


def _now(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The attributes that are read when the statement runs."""
    if isinstance(node, _LATER):
        return
    if isinstance(node, cst.Attribute):
        yield node
    for child in node.children:
        yield from _now(child)
