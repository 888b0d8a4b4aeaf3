"""How losses were reduced before torch 0.4.1: size_average and reduce, which torch still takes."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter import kinds
from porter.rulebook.bind import literal
from porter.rulebook.model import Argument, Refused, Rule

_OLD = frozenset({"size_average", "reduce"})


def is_old(args: Sequence[Argument]) -> bool:
    """Whether a call says what becomes of a loss in the old way."""
    return any(arg.keyword in _OLD for arg in args)


def reduced(rule: Rule, args: Sequence[Argument]) -> tuple[list[int], list[Argument]]:
    """Which arguments stay, and the `reduction=` that the others say; Refused for no literals.

    As torch/nn/_reduction.py: what is old wins over a reduction that is given beside it.
    """
    given = {arg.keyword: literal(arg.node) for arg in args if arg.keyword in _OLD}
    size_average, reduce = given.get("size_average"), given.get("reduce")
    if not all(value is None or isinstance(value, bool) for value in given.values()):
        raise Refused("P102", f"{rule.title}: size_average or reduce that is no literal")
    if size_average is None and reduce is None:
        return [i for i, arg in enumerate(args) if arg.keyword not in _OLD], []
    said = "none" if reduce is False else "sum" if size_average is False else "mean"
    kept = [i for i, arg in enumerate(args) if arg.keyword not in (*_OLD, "reduction")]
    return kept, [Argument(cst.SimpleString(f'"{said}"'), kinds.Text(), "reduction")]
