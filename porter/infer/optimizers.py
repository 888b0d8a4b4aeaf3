"""Optimizers as they are built, and the parameter groups that they may be built with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from porter.kinds import (
    GroupOptions,
    Optimizer,
    Tensor,
    Unknown,
    item_of,
)
from porter.kinds import (
    Sequence as Items,
)
from porter.rulebook import Argument, Decision, Refused, Rule
from porter.tree import named, walk

GROUPS = "ParamGroups"  # the building block that has an optimizer for each group
EITHER = "of_groups"  # … and the one that finds out whether it is given groups


AUGMENTED: dict[type[cst.BaseAugOp], type[cst.BaseBinaryOp]] = {
    cst.AddAssign: cst.Add,
    cst.SubtractAssign: cst.Subtract,
    cst.MultiplyAssign: cst.Multiply,
    cst.DivideAssign: cst.Divide,
}


def text_index(node: cst.Subscript) -> str:
    """The lr of `x["lr"]`, "" for any other index."""
    index = node.slice[0].slice
    if len(node.slice) == 1 and isinstance(index, cst.Index):
        if isinstance(index.value, cst.SimpleString):
            return str(index.value.evaluated_value)
    return ""


def any_index(node: cst.Subscript) -> cst.BaseExpression | None:
    """The key of `x[key]`."""
    index = node.slice[0].slice
    return index.value if len(node.slice) == 1 and isinstance(index, cst.Index) else None


def asks_for_groups(node: cst.Subscript) -> bool:
    """Whether it is `optimizer.state_dict()["param_groups"]`."""
    return isinstance(node.value, cst.Call) and text_index(node) == "param_groups"


def is_optimizer(name: str) -> bool:
    """torch.optim.Adam: a class right in torch.optim."""
    home, _, last = name.rpartition(".")
    return home == "torch.optim" and last[:1].isupper()


def options_of(node: cst.Dict) -> dict[str, cst.BaseExpression]:
    """The items of {"params": …, "lr": …} by their keys."""
    return {
        str(element.key.evaluated_value): element.value
        for element in node.elements
        if isinstance(element, cst.DictElement) and isinstance(element.key, cst.SimpleString)
    }


def is_grouped(args: Sequence[Argument]) -> bool:
    """Whether an optimizer gets parameter groups."""
    return bool(args) and isinstance(item_of(args[0].kind), GroupOptions)


def _may_be_grouped(args: Sequence[Argument]) -> bool:
    """Whether an optimizer gets what a dict has of what nobody knows: `list(groups.values())`."""
    kind = args[0].kind if args else None
    unknown = isinstance(kind, Items) and isinstance(kind.item, Unknown)
    return unknown and any(
        isinstance(node, cst.Attribute) and node.attr.value == "values"
        for node in walk(args[0].node)
    )


def built(rule: Rule, decision: Decision, args: Sequence[Argument]) -> Decision:
    """The decision of an optimizer's rule, with groups where it gets some."""
    rate = next(
        (a for i, a in enumerate(args) if a.keyword == "lr" or (i == 1 and not a.keyword)), None
    )
    if rate is not None and isinstance(rate.kind, Tensor):
        raise Refused("P102", f"{rule.title}: a learning rate that is a tensor")
    either = _may_be_grouped(args)
    if not is_grouped(args) and not either:
        return decision
    names = [p.name for p in rule.params]
    used = EITHER if either else GROUPS

    def build(nodes: Sequence[cst.BaseExpression], spelled: Mapping[str, str]) -> cst.Call:
        call = decision.build(nodes, spelled)
        assert isinstance(call, cst.Call)
        rest = [
            arg if arg.keyword or arg.star or not i else named(names[i], arg.value)
            for i, arg in enumerate(call.args)
        ]
        block = cst.Name(spelled.get(used, used))
        if either:
            made = cst.Call(block, [cst.Arg(call.func)])
            return call.with_changes(func=made, args=[call.args[0], *rest[1:]])
        return call.with_changes(func=block, args=[cst.Arg(call.func), *rest])

    return replace(
        decision,
        kind=Optimizer(rule.title, grouped=True),
        blocks=decision.blocks | {used},
        callee="",
        _build=build,
    )
