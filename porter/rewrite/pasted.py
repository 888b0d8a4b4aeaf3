"""Building blocks that stand in the file itself: a port that is converted again has them, and they
stay what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Problem
from porter.rewrite.spelling import own_name
from porter.rulebook import Rulebook


def pasted(facts: Facts, book: Rulebook, names: Mapping[str, str]) -> frozenset[cst.CSTNode]:
    """The functions and classes of a file that are blocks, to the letter; `names` says what is
    called otherwise there."""
    defined = [s for s in facts.module.body if isinstance(s, (cst.FunctionDef, cst.ClassDef))]
    spelled = {s.name.value: _block(s.name.value, book) for s in defined}
    names = {**names, **{block: name for name, block in spelled.items() if block}}
    return frozenset(
        statement
        for statement in defined
        if (block := spelled[statement.name.value])
        and _text(statement) == book.definition(block, names).strip()
    )


def _block(name: str, book: Rulebook) -> str:
    """The block that is called so, also where its own name was the program's; "" if none is."""
    return next((b for b in (name, own_name(name)) if b in book.rules), "")


def _text(node: cst.FunctionDef | cst.ClassDef) -> str:
    return code(node.with_changes(leading_lines=())).strip()


def outside(
    found: Iterable[Problem], blocks: frozenset[cst.CSTNode], facts: Facts
) -> list[Problem]:
    """The problems that stand in no block."""
    if not blocks:
        return [*found]
    return [p for p in found if blocks.isdisjoint((p.node, *facts.index.above(p.node)))]
