"""Everything that a program does with such a list: it is filled, read by one update, emptied."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.acting import Site
from porter.plan.places import body_of
from porter.plan.region import Refusal
from porter.tree import only, walk

_EMPTY = frozenset({"[]", "list()", "deque()", "collections.deque()"})


@dataclass
class Uses:
    """Where a list is read and emptied; the lines that only make it are left out."""

    reads: list[cst.BaseExpression] = field(default_factory=list)
    clears: list[cst.CSTNode] = field(default_factory=list)  # lines
    renamed: dict[str, str] = field(default_factory=dict)  # objects, where they are read


def uses(facts: Facts, site: Site) -> Uses:
    """The uses of a list that is an attribute, by its name."""
    found = Uses()
    if facts.shared(site.name, facts.path):
        raise Refusal(site.at, f"other files use {site.name}")
    parents = facts.index.parents
    for node in facts.index.all(cst.Attribute):
        if node.attr.value != site.name:
            continue
        above = parents[node]
        if isinstance(above, cst.Attribute) and isinstance(parents[above], cst.Call):
            call = parents[above]
            if call is site.call:
                continue
            if above.attr.value == "clear":
                found.clears.append(line_of(facts, node))
                continue
        if isinstance(above, cst.AssignTarget):
            assign = parents[above]
            if not isinstance(assign, cst.Assign) or code(assign.value) not in _EMPTY:
                raise Refusal(line_of(facts, node), f"it makes {site.name} of something else")
            function = facts.index.function(node)
            if function is None or function.name.value != "__init__":
                found.clears.append(line_of(facts, node))
            continue
        if isinstance(above, cst.Subscript) and code(above.slice[0]) == ":" and any(
            isinstance(n, cst.Del) for n in facts.index.above(node)
        ):  # fmt: skip
            found.clears.append(line_of(facts, node))
            continue
        if isinstance(above, cst.Arg) and code(parents[above].func) == "len":  # type: ignore[attr-defined]
            continue
        found.reads.append(node)
    return found


def emptied_behind(facts: Facts, found: Uses, last: cst.CSTNode) -> bool:
    """Whether the list is emptied behind a line of an update, before anybody acts again."""
    suite = body_of(facts.index.parents[last])
    for line in suite[list(suite).index(last) + 1 :]:
        if line in found.clears or _calls_one(facts, found, line):
            return True
        if any(isinstance(n, (cst.Return, cst.Raise, cst.Break, cst.Continue)) for n in walk(line)):
            return False
    function = facts.index.function(last)
    if function is None or suite is not body_of(function.body):
        return False
    info = facts.defined_at(function)
    calls = facts.uses.get(info.name, []) if info is not None else []
    lines = [line_of(facts, call) for call in calls if isinstance(call, cst.Call)]
    return bool(lines) and len(lines) == len(calls) and all(
        emptied_behind(facts, found, line) for line in lines
    )  # fmt: skip


def _calls_one(facts: Facts, found: Uses, line: cst.CSTNode) -> bool:
    """`memory.clear()`, a method that empties the list."""
    small = only(line)
    call = small.value if isinstance(small, cst.Expr) else None
    info = facts.function(facts.kind(call.func)) if isinstance(call, cst.Call) else None
    lines = info.node.body.body if info is not None else ()
    return any(line in found.clears for line in lines) and not any(
        isinstance(n, cst.Return) for line in lines for n in walk(line)
    )


def line_of(facts: Facts, node: cst.CSTNode) -> cst.CSTNode:
    """The line, or the head of the block, that a node stands in."""
    kinds = (cst.SimpleStatementLine, cst.BaseCompoundStatement)
    return next((n for n in (node, *facts.index.above(node)) if isinstance(n, kinds)), node)
