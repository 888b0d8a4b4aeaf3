"""Arguments of another dtype are cast before a rule sees them, as torch promotes them.

A rule says so by its parameters' annotations: `Float` (a tensor; integers and booleans become
floats), `Promoted` and `Operand` (tensors, tensors or numbers: all get their common dtype),
`PromotedFloat` (like Promoted; the common dtype is a float at least).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from porter import promotion
from porter.kinds import Tensor
from porter.rulebook.bind import Value
from porter.rulebook.model import Argument, Rule
from porter.rulebook.parens import parsed

TOGETHER = ("Promoted", "PromotedFloat", "Operand")


def casts(rule: Rule, bound: Mapping[str, Value]) -> dict[int, str]:
    """The dtype for each argument, by index, that has to be cast."""
    found: dict[int, str] = {}
    together = [p for p in rule.params if p.annotation in TOGETHER and p.name in bound]
    common = promotion.common([bound[p.name].kind for p in together if bound[p.name].indices])
    if any(p.annotation == "PromotedFloat" for p in together):
        common = common and promotion.as_float(common)
    for parameter in rule.params:
        kind = bound[parameter.name].kind if parameter.name in bound else None
        if not isinstance(kind, Tensor) or kind.dtype is None:
            continue
        wanted: str | None = kind.dtype
        if parameter in together:
            wanted = common
        elif parameter.annotation == "Float":
            wanted = promotion.as_float(kind.dtype)
        if wanted is not None and wanted != kind.dtype:
            found[bound[parameter.name].indices[0]] = wanted
    return found


def promoted(args: Sequence[Argument], dtypes: Mapping[int, str]) -> list[Argument]:
    """The arguments with the kinds that they have once they are cast."""
    return [
        replace(arg, node=cast(arg.node, dtypes[i]), kind=Tensor(dtypes[i], arg.kind.rank))
        if i in dtypes and isinstance(arg.kind, Tensor)
        else arg
        for i, arg in enumerate(args)
    ]


def cast(node: cst.BaseExpression, dtype: str, tf: str = "tf") -> cst.Call:
    """`tf.cast(node, tf.float32)`"""
    return cst.Call(parsed(f"{tf}.cast"), [cst.Arg(node), cst.Arg(parsed(f"{tf}.{dtype}"))])
