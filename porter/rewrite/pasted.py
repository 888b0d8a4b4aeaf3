"""Building blocks that stand in the file itself: a port that is converted again has them, and they
stay what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Problem
from porter.rulebook import Rulebook


def pasted(facts: Facts, book: Rulebook, names: Mapping[str, str]) -> frozenset[cst.CSTNode]:
    """The functions and classes of a file that are blocks, to the letter; `names` says what is
    called otherwise there."""
    defined = [s for s in facts.module.body if isinstance(s, (cst.FunctionDef, cst.ClassDef))]
    return frozenset(
        statement
        for statement in defined
        if statement.name.value in book.rules
        and _text(statement) == book.definition(statement.name.value, names).strip()
    )


def _text(node: cst.FunctionDef | cst.ClassDef) -> str:
    return code(node.with_changes(leading_lines=())).strip()


def outside(
    found: Iterable[Problem], blocks: frozenset[cst.CSTNode], facts: Facts
) -> list[Problem]:
    """The problems that stand in no block."""
    if not blocks:
        return [*found]
    return [p for p in found if blocks.isdisjoint((p.node, *facts.index.above(p.node)))]
