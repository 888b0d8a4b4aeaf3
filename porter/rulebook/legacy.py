"""Arguments that torch takes and that say nothing: what follows the last one that a rule knows
(`device=None`, `validate_args=None`), by its place; and how losses were reduced before torch 0.4.1.
"""

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


def placed(rule: Rule, args: Sequence[Argument]) -> tuple[list[int], list[Argument]] | None:
    """The arguments that stay where those behind the rule's last place are None, as torch has them
    by default, or a distribution's validate_args, and the `reduction=` of
    `MSELoss(None, None, "sum")`; None for any other call."""
    places = [p for p in rule.params if not p.keyword_only and not p.star]
    plain = [i for i, arg in enumerate(args) if arg.keyword is None]
    behind = plain[len(places) :]
    if not behind or any(p.star == "*" for p in rule.params) or any(arg.star for arg in args):
        return None
    *before, last = (literal(args[i].node) for i in behind)
    kept = [i for i in range(len(args)) if i not in behind]
    if not before and rule.harmless == {"validate_args"}:  # the last place of all distributions
        return kept, []
    if any(value is not None for value in before):
        return None
    if last is None:
        return kept, []
    named = any(p.name == "reduction" and p.keyword_only for p in rule.params)
    if named and len(before) == 2 and last in ("none", "mean", "sum"):
        return kept, [Argument(args[behind[-1]].node, kinds.Text(), "reduction")]
    return None
