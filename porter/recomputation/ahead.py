"""What a loop over the items computes of numbers, from item to item: `R = r + gamma * R`.

Its lines stay a loop of Python's, which goes ahead of the losses and collects what they read:

    for r, _, _ in self.data[::-1]:
        R = r + gamma * R
        Rs.append(R)

The numbers that were put into the list beside what has a gradient are kept as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Tensor
from porter.plan.acting import Site
from porter.plan.effects import effects, targets
from porter.plan.region import Refusal
from porter.plan.slices import Slices
from porter.recomputation.backward_slices import BackwardSlice, names_in, tupled
from porter.recomputation.edits import Edits, replaced
from porter.tree import walk

Item = tuple[cst.BaseExpression, Site]  # what an item is bound to, and of which list it is


@dataclass(frozen=True, eq=False)
class Ahead:
    """That loop: its lines, what losses read of them, and how its header binds the items."""

    lines: tuple[cst.CSTNode, ...] = ()
    collected: Mapping[str, str] = field(default_factory=dict)  # name: `torch.stack(Rs)`


def without_numbers(facts: Facts, site: Site) -> Site:
    """`data.append((r, prob[a]))`: r is a number beside what has a gradient."""
    suite = list(facts.index.parents[site.acting.first].body)  # type: ignore[attr-defined]
    slices, at = Slices(facts), suite.index(site.acting.last)
    elements = [e.value for e in site.item.elements] if isinstance(site.item, cst.Tuple) else []
    beside = {
        i: value
        for i, value in enumerate(elements)
        if not isinstance(facts.kind(value), Tensor)
        and slices.slice(suite, at, value)[0] is None
    }  # fmt: skip
    if not beside or len(beside) == len(elements):
        return site
    rest = without(site.item, beside)
    return replace(site, item=rest, whole=site.item, beside=beside)


def without(node: cst.BaseExpression, places: Collection[int]) -> cst.BaseExpression:
    """A tuple without some of its elements; what is left of one is no tuple."""
    assert isinstance(node, cst.Tuple)
    left = [e for i, e in enumerate(node.elements) if i not in places]
    return left[0].value if len(left) == 1 else node.with_changes(elements=left)


def ahead(
    facts: Facts, body: Sequence[cst.CSTNode], items: frozenset[str], loose: frozenset[str]
) -> Ahead:
    """The lines that read nothing of the items, and hand something on or read what is loose."""
    own = set(items)
    free: list[cst.CSTNode] = []
    for line in body:
        if effects(line).reads & own:
            own |= effects(line).writes
        else:
            free.append(line)
    written = frozenset[str]().union(*(effects(line).writes for line in free))
    taken = set(loose | (upward_exposed(free) & written))
    lines: list[cst.CSTNode] = []
    while more := [
        line
        for line in free
        if line not in lines and (effects(line).reads | effects(line).writes) & taken
    ]:
        lines += more
        taken |= frozenset[str]().union(*(effects(line).writes for line in more))
    lines.sort(key=list(body).index)
    left = [line for line in body if line not in lines]
    _in_order(body, lines, left)
    return Ahead(tuple(lines), _collected(facts, [n for n in names_in(left) if n.value in taken]))


def _collected(facts: Facts, reads: Sequence[cst.Name]) -> dict[str, str]:
    """How what the losses read becomes a tensor of all items; a number may where it is computed
    with."""
    found: dict[str, str] = {}
    for node in reads:
        if isinstance(facts.kind(node), Tensor):
            found.setdefault(node.value, "torch.stack({})")
            continue
        found[node.value] = "torch.tensor({}, dtype=torch.float32)"
        above = facts.index.parents[node]
        if not isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)):
            raise Refusal(node, f"{node.value} is not known to be a tensor")
    return found


def _in_order(
    body: Sequence[cst.CSTNode], lines: Sequence[cst.CSTNode], left: Sequence[cst.CSTNode]
) -> None:
    """All of them can run before the others."""
    for line in lines:
        leaves = (cst.Break, cst.Continue, cst.Return, cst.Raise)
        if any(isinstance(n, leaves) for n in walk(line)):
            raise Refusal(line, "it may leave the loop")
        before = left[: len([one for one in body[: list(body).index(line)] if one in left])]
        for other in before:
            if effects(line).writes & effects(other).reads:
                raise Refusal(line, f"{min(effects(line).writes)} is computed behind its use")
        for other in left:
            if effects(other).writes & (effects(line).reads | effects(line).writes):
                name = min(effects(other).writes)
                raise Refusal(line, f"{name} goes on from item to item")


def collecting(
    edits: Edits, sliced: BackwardSlice, loop: cst.For, before: Ahead, items: Sequence[Item]
) -> tuple[list[Any], dict[str, cst.BaseExpression]]:
    """The lines of that loop, and what the collected numbers are called."""
    if not before.collected:
        return [], {}
    new: dict[cst.CSTNode, cst.BaseExpression] = {}
    for target, site in items:
        names = [code(target.elements[i].value) for i in site.beside]  # type: ignore[attr-defined]
        blank = ["_"] * len(sliced.kept_for(site)) if names else ["_"]
        bare = target is loop.target and names
        new[target] = cst.parse_expression(
            ", ".join([*names, *blank]) if bare else tupled([*names, *blank])
        )
    lists = {one: edits.fresh(f"{one}s", f"{one}_items") for one in before.collected}
    puts = [cst.parse_statement(f"{many}.append({one})") for one, many in lists.items()]
    body: Any = cst.IndentedBlock([*before.lines, *puts])  # type: ignore[list-item]
    lines: list[Any] = [cst.parse_statement(f"{many} = []") for many in lists.values()]
    lines.append(cst.For(replaced(loop.target, new), loop.iter, body))
    for one, join in before.collected.items():
        lines.append(cst.parse_statement(f"{lists[one]} = {join.format(lists[one])}"))
    return lines, {one: cst.Name(many) for one, many in lists.items()}


def bound(target: cst.BaseExpression, site: Site) -> frozenset[str]:
    """The names of the loop for what stands beside the item."""
    if not site.beside:
        return frozenset()
    assert isinstance(site.whole, cst.Tuple)
    if not isinstance(target, cst.Tuple) or len(target.elements) != len(site.whole.elements):
        raise Refusal(target, "it goes through the list in a way of its own")
    return frozenset[str]().union(*(targets(target.elements[i].value) for i in site.beside))
