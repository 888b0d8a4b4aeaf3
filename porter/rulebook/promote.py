"""Arguments of another dtype are cast before a rule sees them, as torch promotes them.

A rule says so by its parameters' annotations: `Float` (a tensor; integers and booleans become
floats), `Bool` (a tensor; numbers become true where they are not zero), `Mask` (the same, and
what is of unknown dtype is cast, too: torch takes bytes there), `Promoted` and `Operand` (tensors,
tensors or numbers: all get their common dtype), `PromotedFloat` (like Promoted; the common dtype is
a float at least), `Summed` (a tensor; integers and booleans become int64, unless `dtype` is given),
`Index` (a tensor of int32 or int64), `Tensors` (a list of tensors: all get their common dtype).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import libcst as cst

from porter import promotion
from porter.codegen import code
from porter.kinds import Kind, Nothing, Tensor, Tuple, item_of, of_dtypes
from porter.rulebook.bind import Value
from porter.rulebook.model import Argument, Refused, Rule
from porter.rulebook.parens import bare, parsed
from porter.tree import walk

TOGETHER = ("Promoted", "PromotedFloat", "Operand")
_ALONE = {
    "Float": promotion.as_float,
    "Bool": lambda dtype: "bool",
    "Mask": lambda dtype: "bool",
    "Summed": promotion.as_sum,
    "Index": promotion.as_index,
}
_CAST = "cast it where it is made: x.float()"
WHILE_RUNNING = {"Summed": "summed", "Float": "floating"}  # the blocks that cast then
_TO = {"summed": promotion.as_sum, "floating": promotion.as_float}
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
        if value is not None and isinstance(kind, Tensor) and kind.among:
            summed = parameter.annotation == "Summed" and "dtype" in bound and bound["dtype"].given
            if not summed and (one := _of_several(parameter.annotation, kind)):
                found[value.indices[0]] = one
        if value is None or not isinstance(kind, Tensor):
            continue
        if kind.dtype is None:
            if parameter.annotation == "Mask" and not kind.among:
                found[value.indices[0]] = "bool"
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


def _of_several(annotation: str, kind: Tensor) -> str:
    """The dtype that a tensor of one of several has to be cast to; "" where none has to be."""
    change = _ALONE.get(annotation)
    if change is None or all(change(dtype) == dtype for dtype in kind.among):
        return ""
    wanted = {change(dtype) for dtype in kind.among}
    if len(wanted) > 1 and annotation in WHILE_RUNNING:
        return WHILE_RUNNING[annotation]
    if len(wanted) > 1:
        several = " or ".join(sorted(kind.among))
        raise Refused("P102", f"a tensor of {several}, which only the program tells", _CAST)
    return wanted.pop()


def met(
    rule: Rule,
    bound: Mapping[str, Value],
    unlike: Callable[[Sequence[Kind]], bool],
) -> tuple[int, ...]:
    """The arguments whose common dtype only the program knows: they are of unlike ones."""
    for parameter in rule.params:
        value = bound.get(parameter.name)
        if value is not None and parameter.annotation == "Tensors" and value.indices:
            if not isinstance(value.kind, Tuple):
                item = item_of(value.kind)
                differ = _is_tensor(item) and promotion.disagree([item, item])
                return value.indices[:1] if differ or unlike([item, item]) else ()
            named = not isinstance(value.nodes[0], LISTS) and _differ(value.kind.items)
            return value.indices[:1] if named or unlike(value.kind.items) else ()
    values = [bound[p.name] for p in rule.params if p.annotation in TOGETHER and p.name in bound]
    given = [v for v in values if v.indices and not isinstance(v.kind, Nothing)]
    floats = any(p.annotation == "PromotedFloat" for p in rule.params)
    if floats or len(given) < 2 or not unlike([v.kind for v in given]):
        return ()
    return tuple(v.indices[0] for v in given)


def _differ(items: Sequence[Kind]) -> bool:
    """Whether the items of a tuple under a name have to be cast, each to the same dtype."""
    common = promotion.common(items)
    return common is not None and any(getattr(item, "dtype", common) != common for item in items)


def _is_tensor(kind: Kind) -> bool:
    return all(isinstance(choice, Tensor) for choice in promotion.choices(kind))


def together(
    build: Callable[[list[cst.BaseExpression]], cst.BaseExpression],
    nodes: Sequence[cst.BaseExpression],
    places: tuple[int, ...],
    block: str,
) -> cst.BaseExpression:
    """`tf.where(mask, *together(x, y))`, `tf.math.squared_difference(*together(x, y))`, and
    `(lambda a, b: …)(*together(x, y))` where the two do not stand side by side."""
    if len(places) == 1:
        whole = cst.Call(cst.Name(block), _spread(nodes[places[0]]))
        return build([whole if i == places[0] else node for i, node in enumerate(nodes)])
    values = cst.Call(cst.Name(block), [cst.Arg(bare(nodes[place])) for place in places])
    taken = {n.value for node in nodes for n in walk(node) if isinstance(n, cst.Name)}
    letters = (letter for letter in "abcdefghij" if letter not in taken)
    names = {place: cst.Name(next(letters)) for place in places}
    built = build([names.get(i, node) for i, node in enumerate(nodes)])
    if isinstance(built, cst.Call):
        args = list(built.args)
        wanted = [name.value for name in names.values()]
        for at in range(len(args) - len(wanted) + 1):
            some = args[at : at + len(wanted)]
            if [code(arg.value) for arg in some] == wanted and not any(a.keyword for a in some):
                args[at : at + len(wanted)] = [cst.Arg(values, star="*", comma=some[-1].comma)]
                return built.with_changes(args=args)
    squared = _squared(built, [name.value for name in names.values()], values)
    if squared is not None:
        return squared
    params = cst.Parameters([cst.Param(name) for name in names.values()])
    function = cst.Lambda(params, built, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.Call(function, [cst.Arg(values, star="*")])


def _squared(built: Any, names: Sequence[str], values: cst.Call) -> cst.BaseExpression | None:
    """The same with tf.math.squared_difference for `tf.square(a - b)`, where neither stands
    anywhere else."""
    nodes = [*walk(built)]
    text = f"tf.square({' - '.join(names)})"
    squares = [node for node in nodes if isinstance(node, cst.Call) and code(node) == text]
    named = [node for node in nodes if isinstance(node, cst.Name) and node.value in names]
    if len(squares) != 1 or len(named) > len(names):
        return None
    difference = cst.Call(parsed("tf.math.squared_difference"), [cst.Arg(values, star="*")])
    found: cst.BaseExpression = built.deep_replace(squares[0], difference)
    return found


def _spread(tensors: cst.BaseExpression) -> list[cst.Arg]:
    """The items of a list as arguments."""
    if not isinstance(tensors, LISTS):
        return [cst.Arg(tensors, star="*")]
    starred = cst.StarredElement
    return [cst.Arg(e.value, star="*" if isinstance(e, starred) else "") for e in tensors.elements]


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
        replace(arg, node=cast(arg.node, dtypes[i], {}), kind=_cast_kind(arg.kind, dtypes[i]))
        if i in dtypes
        else arg
        for i, arg in enumerate(args)
    ]


def _cast_kind(kind: Kind, to: Cast) -> Kind:
    if isinstance(kind, Tuple):
        return Tuple(tuple(_cast_kind(item, dtype) for item, dtype in zip(kind.items, to)))
    if to in _TO and isinstance(to, str) and isinstance(kind, Tensor):
        return of_dtypes(map(_TO[to], kind.among), kind.rank)
    return Tensor(str(to), kind.rank) if to and isinstance(kind, Tensor) else kind


def cast(node: cst.BaseExpression, to: Cast, names: Mapping[str, str]) -> cst.BaseExpression:
    """`tf.cast(node, tf.float32)`"""
    if isinstance(node, LISTS):
        items = [e.with_changes(value=cast(e.value, d, names)) for e, d in zip(node.elements, to)]
        return node.with_changes(elements=items)
    if not to:
        return node
    if to in _TO:
        return cst.Call(cst.Name(names.get(str(to), str(to))), [cst.Arg(bare(node))])
    tf = names.get("tf", "tf")
    return cst.Call(parsed(f"{tf}.cast"), [cst.Arg(node), cst.Arg(parsed(f"{tf}.{to}"))])
