"""`i in x` of a tensor: torch asks whether any element is equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Tensor
from porter.rewrite import operators
from porter.rewrite.spelling import Spelling

Promoting = Callable[[Any, Any, Any], cst.Call]


def membership(
    facts: Facts, spelling: Spelling, node: cst.Comparison, promoting: Promoting, new: Any
) -> cst.BaseExpression | None:
    """`bool(tf.reduce_any(x == i))`; None where nothing is looked for in a tensor. TensorFlow goes
    over rows, and Keras's variables end in an error."""
    target = node.comparisons[0]
    wanted = isinstance(target.operator, (cst.In, cst.NotIn)) and len(node.comparisons) == 1
    kinds = facts.kind(target.comparator), facts.kind(node.left)
    if not wanted or not isinstance(kinds[0], Tensor):
        return None
    values, item = new.comparisons[0].comparator, new.left
    equal: cst.BaseExpression = cst.Comparison(values, [cst.ComparisonTarget(cst.Equal(), item)])
    if operators.unlike(cst.Equal, *kinds) or any(operators.casts(cst.Equal, *kinds)):
        equal = promoting(cst.Equal, values, item)
    some = cst.Call(
        cst.Name("bool"), [cst.Arg(cst.Call(spelling.tf("reduce_any"), [cst.Arg(equal)]))]
    )
    if isinstance(target.operator, cst.In):
        return some
    return cst.UnaryOperation(cst.Not(), some, lpar=node.lpar, rpar=node.rpar)
