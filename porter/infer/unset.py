"""What is None at first: `self.mean = x if self.mean is None else 0.9 * self.mean + 0.1 * x`."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, Facts
from porter.kinds import Kind, Never, Nothing, Tensor, members

_NOTHING = Nothing()


def unreached(facts: Facts, node: cst.BinaryOperation, left: Kind, right: Kind) -> bool:
    """Whether an operand is None so far, in a branch of a condition that asks for that; it counts
    once something else is known of it."""
    if not {Never, Nothing} & {type(left), type(right)} or not _is_kept(facts, node):
        return False
    for side, kind in ((node.left, left), (node.right, right)):
        if isinstance(kind, Never) and isinstance(side, cst.BinaryOperation):
            return True
        if kind == _NOTHING and _asked(facts, node, code(side)):
            return True
    return False


def _is_kept(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether the value gets a name as it is: nobody asks it for a method."""
    for above in facts.index.above(node):
        if not isinstance(above, (cst.BinaryOperation, cst.IfExp)):
            return isinstance(above, cst.Assign)
    return False


def _asked(facts: Facts, node: cst.CSTNode, name: str) -> bool:
    """Whether a condition around an expression is `name is None`, or `name is not None`."""
    for above in facts.index.above(node):
        if isinstance(above, cst.FunctionDef):
            return False
        test = above.test if isinstance(above, (cst.If, cst.IfExp)) else None
        if isinstance(test, cst.Comparison) and code(test.left) == name:
            return code(test.comparisons[0].comparator) == "None"
    return False


def unset(cls: ClassInfo | None) -> set[str]:
    """The attributes that are None so far."""
    kinds = cls.attributes.items() if cls is not None else ()
    return {name for name, kind in kinds if kind == _NOTHING}


def filled(cls: ClassInfo | None, before: set[str]) -> bool:
    """Whether one of them has been read, and is a tensor by now: what read it knows more."""
    if cls is None:
        return False
    known = (cls.attributes.get(name, _NOTHING) for name in before & cls.asked)
    return any(isinstance(one, Tensor) for kind in known for one in members(kind))
