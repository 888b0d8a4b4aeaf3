"""Lists of the port that torch gives as iterators: next() asks them, and who goes over them uses
them up."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named
from porter.tree import dotted

_GIVING = frozenset(f"Module.{name}" for name in "buffers children modules parameters".split())
_MADE = frozenset({*(f"builtins.{name}" for name in "filter map zip".split()), "itertools.chain"})
_MANY = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)


def seen_as_iterator(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a program asks what `net.parameters()` gives with next(), or goes over it twice."""
    if facts.api(node) not in _GIVING:
        return False
    reads = _reads(facts, node)
    return any(_asked(facts, n) for n in (node, *reads)) or _again(facts, node, reads) is not None


def used_up(facts: Facts, read: cst.BaseExpression) -> bool:
    """Whether a name stands for an iterator here that another line has gone over."""
    name = dotted(read)
    for line in facts.index.assigned.get(name or "", ()):
        gives = isinstance(line.value, cst.GeneratorExp)
        if isinstance(line.value, cst.Call):
            kind = facts.kind(line.value.func)
            made = isinstance(kind, Named) and kind.name in _MADE
            gives = made or facts.api(line.value) in _GIVING
        reads = _reads(facts, line.value) if gives else []
        again = _again(facts, line.value, reads)
        if again is not None and any(read is late for late in reads[again:]):
            return True
    return False


def _asked(facts: Facts, node: cst.CSTNode) -> bool:
    """`next(node)`"""
    call = facts.index.parents.get(facts.index.parents[node])
    return isinstance(call, cst.Call) and facts.kind(call.func) == Named("builtins.next")


def _reads(facts: Facts, value: cst.CSTNode) -> list[cst.BaseExpression]:
    """Where a program reads the name that a value is bound to, up to where that is bound anew."""
    line = facts.index.parents[value]
    if not isinstance(line, cst.Assign) or len(line.targets) > 1:
        return []
    target = line.targets[0].target
    lines = facts.index.assigned.get(dotted(target) or "", ())
    same: Sequence[cst.BaseExpression]
    if isinstance(target, cst.Name):
        owner = facts.variables.owner(target)
        same = facts.variables.uses(owner, target.value)
    else:
        same = [n for n in facts.index.all(cst.Attribute) if dotted(n) == dotted(target)]
    bound: dict[cst.CSTNode, cst.Assign] = {
        one.target: other for other in lines for one in other.targets
    }
    found: list[cst.BaseExpression] = []
    for node in same[next((i for i, n in enumerate(same) if n is target), len(same)) + 1 :]:
        if node in bound:
            within = facts.index.above
            found += [n for n in same if bound[node] in within(n) and n not in bound]
            break
        found.append(node)
    return found


def _again(facts: Facts, value: cst.CSTNode, reads: Sequence[cst.CSTNode]) -> int | None:
    """The first of these reads that finds nothing left: the second, or one in a loop."""
    for i, read in enumerate(reads):
        if i or _repeated(facts, value, read):
            return i
    return None


def _repeated(facts: Facts, value: cst.CSTNode, read: cst.CSTNode) -> bool:
    """Whether a loop that has not bound it anew reads it."""
    around, below = set(facts.index.above(value)), read
    for above in facts.index.above(read):
        if above in around or isinstance(above, cst.FunctionDef):
            return False
        if isinstance(above, (cst.For, cst.CompFor)) and below in (above.iter, above.target):
            pass  # asked for its items once
        elif isinstance(above, (cst.For, cst.While)) and below is not above.orelse:
            return True
        elif isinstance(above, cst.CompFor) or (
            isinstance(above, _MANY) and below is not above.for_in
        ):
            return True
        below = above
    return False
