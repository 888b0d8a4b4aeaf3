"""Arguments of another dtype are cast before a rule sees them, as torch promotes them.

A rule says so by its parameters' annotations: `Float` (a tensor; integers and booleans become
floats), `Bool` (a tensor; numbers become true where they are not zero), `Promoted` and `Operand`
(tensors, tensors or numbers: all get their common dtype), `PromotedFloat` (like Promoted; the
common dtype is a float at least), `Summed` (a tensor; integers and booleans become int64, unless
`dtype` is given), `Index` (a tensor of int32 or int64), `Tensors` (a list of tensors: all get their
common dtype).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from porter import promotion
from porter.kinds import Kind, Nothing, Tensor, Tuple
from porter.rulebook.bind import Value
from porter.rulebook.model import Argument, Rule
from porter.rulebook.parens import parsed

TOGETHER = ("Promoted", "PromotedFloat", "Operand")
_ALONE = {
    "Float": promotion.as_float,
    "Bool": lambda dtype: "bool",
    "Summed": promotion.as_sum,
    "Index": promotion.as_index,
}
LISTS = (cst.List, cst.Tuple)
Cast = str | tuple[str, ...]  # to this dtype, or each item of a list to its own; "" for none


def casts(rule: Rule, bound: Mapping[str, Value]) -> dict[int, Cast]:
    """What each argument, by index, has to be cast to."""
    found: dict[int, Cast] = {}
    together = [p for p in rule.params if p.annotation in TOGETHER and p.name in bound]
    given = [bound[p.name].kind for p in together if bound[p.name].indices]
    common = promotion.common([kind for kind in given if not isinstance(kind, Nothing)])
    if any(p.annotation == "PromotedFloat" for p in together):
        common = common and promotion.as_float(common)
    for parameter in rule.params:
        value = bound.get(parameter.name)
        if value is not None and parameter.annotation == "Tensors":
            items = _items(value)
            found |= {value.indices[0]: items} if any(items) else {}
        kind = value.kind if value is not None else None
        if value is None or not isinstance(kind, Tensor) or kind.dtype is None:
            continue
        wanted: str | None = kind.dtype
        if parameter in together:
            wanted = common
        elif parameter.annotation in _ALONE:
            wanted = _ALONE[parameter.annotation](kind.dtype)
            if parameter.annotation == "Summed" and "dtype" in bound and bound["dtype"].given:
                continue
        if wanted is not None and wanted != kind.dtype:
            found[value.indices[0]] = wanted
    return found


def _items(value: Value) -> tuple[str, ...]:
    """What each item of a list of tensors, written out in the call, has to be cast to."""
    items = value.kind.items if isinstance(value.kind, Tuple) else ()
    dtypes = [item.dtype for item in items if isinstance(item, Tensor)]
    common = promotion.common(items)
    if common is None or len(dtypes) < len(items) or not isinstance(value.nodes[0], LISTS):
        return ()
    return tuple("" if dtype == common else common for dtype in dtypes)


def promoted(args: Sequence[Argument], dtypes: Mapping[int, Cast]) -> list[Argument]:
    """The arguments with the kinds that they have once they are cast."""
    return [
        replace(arg, node=cast(arg.node, dtypes[i]), kind=_cast_kind(arg.kind, dtypes[i]))
        if i in dtypes
        else arg
        for i, arg in enumerate(args)
    ]


def _cast_kind(kind: Kind, to: Cast) -> Kind:
    if isinstance(kind, Tuple):
        return Tuple(tuple(_cast_kind(item, dtype) for item, dtype in zip(kind.items, to)))
    return Tensor(str(to), kind.rank) if to and isinstance(kind, Tensor) else kind


def cast(node: cst.BaseExpression, to: Cast, tf: str = "tf") -> cst.BaseExpression:
    """`tf.cast(node, tf.float32)`"""
    if isinstance(node, LISTS):
        items = [e.with_changes(value=cast(e.value, d, tf)) for e, d in zip(node.elements, to)]
        return node.with_changes(elements=items)
    if not to:
        return node
    return cst.Call(parsed(f"{tf}.cast"), [cst.Arg(node), cst.Arg(parsed(f"{tf}.{to}"))])
