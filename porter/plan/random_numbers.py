"""Where random numbers are drawn."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Module
from porter.plan.instead import is_of_heir
from porter.tree import walk

RANDOM = ("torch.rand", "torch.normal", "torch.bernoulli", "torch.multinomial")
_NOISE = ("dropout", "gumbel_softmax", "rrelu", "normal_", "uniform_", "bernoulli_", "exponential_")


def draws(facts: Facts, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
    """Whether random numbers are drawn here, or in a function or network called from here."""
    for below in walk(node):
        if facts.api(below).startswith(RANDOM) or any(n in facts.api(below) for n in _NOISE):
            return True
        if not isinstance(below, cst.Call):
            continue
        if isinstance(below.func, cst.Attribute) and "sample" in below.func.attr.value:
            if facts.is_distribution(facts.kind(below.func.value)):
                return True
        kind = facts.kind(below.func)
        if (isinstance(kind, Module) and "Dropout" in kind.cls) or is_of_heir(facts, below):
            return True
        function = facts.method(kind, "forward") or facts.function(kind)
        if function is not None and function.name not in seen:
            if draws(function.home or facts, function.node.body, seen | {function.name}):
                return True
    return False
