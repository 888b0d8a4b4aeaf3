"""What no rule asks for: most names of a program, its texts, and what only holds expressions."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import (
    Array,
    Class,
    Dictionary,
    Function,
    Instance,
    Module,
    Nothing,
    Number,
    Optimizer,
    Sequence,
    Text,
    Tuple,
    Unknown,
)

# What holds expressions and is none itself
HOLDERS = frozenset(
    {
        cst.Annotation,
        cst.Arg,
        cst.CompFor,
        cst.ComparisonTarget,
        cst.DictElement,
        cst.Element,
        cst.Index,
        cst.Param,
        cst.Parameters,
        cst.Slice,
        cst.SubscriptElement,
        cst.WithItem,
    }
)
_LITERALS = frozenset({cst.Integer, cst.Float, cst.SimpleString})
_KINDS = frozenset(
    {
        type(None),  # of code that nothing reached
        Array,
        Class,
        Dictionary,
        Function,
        Instance,
        Module,
        Nothing,
        Number,
        Optimizer,
        Sequence,
        Text,
        Tuple,
        Unknown,
    }
)


def is_pythons(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a name or a literal stays as it is wherever it stands, but for arrays."""
    kind = type(node)
    if kind is not cst.Name:
        return kind in _LITERALS
    return (
        type(facts.kinds.get(node)) in _KINDS
        and node not in facts.apis
        and node not in facts.ports
        and node not in facts.refused
        and node not in facts.either
    )
