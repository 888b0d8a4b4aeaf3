"""Names that pick items: numbers of Python's for its containers, lists of rows for tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.facts import Facts
from porter.kinds import Kind, Number, Tensor, Tuple
from porter.kinds import Sequence as ListKind
from porter.tree import dotted, walk


def picking(body: Sequence[cst.CSTNode], facts: Facts) -> set[str]:
    """The names that pick from Python containers, or repeat them: they must stay numbers of
    Python's."""
    repeating = (factor for statement in body for factor in _factors(statement, facts))
    return {dotted(node) or "" for factor in repeating for node in walk(factor)} | {
        name.value
        for statement in body
        for node in walk(statement)
        if isinstance(node, cst.Subscript) and not isinstance(facts.kind(node.value), Tensor)
        for part in node.slice
        for name in walk(part)
        if isinstance(name, cst.Name)
    }


def _factors(statement: cst.CSTNode, facts: Facts) -> Iterator[cst.CSTNode]:
    """n of `[x] * n`"""
    for node in walk(statement):
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                listed = isinstance(one, (cst.List, cst.Tuple))
                if listed or isinstance(facts.kind(one), (ListKind, Tuple)):
                    yield other


def picks_rows(name: str, kind: Kind, body: Sequence[cst.CSTNode], facts: Facts) -> bool:
    """Whether a list of numbers does nothing but pick rows of tensors: each would be traced."""
    if kind != ListKind(Number("int")):
        return False
    above = facts.index.above
    reads = (n for s in body for n in walk(s) if isinstance(n, cst.Name) and n.value == name)
    picked = [next((a for a in above(n) if isinstance(a, cst.Subscript)), None) for n in reads]
    return all(
        s is not None and isinstance(facts.kind(s.value), Tensor) and name in map(_index, s.slice)
        for s in picked
    )


def _index(part: cst.SubscriptElement) -> str | None:
    return dotted(part.slice.value) if isinstance(part.slice, cst.Index) else None
