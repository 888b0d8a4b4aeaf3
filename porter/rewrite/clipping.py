"""clip_grad_norm_ and clip_grad_value_ inside of an update step."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.infer.optimizers import is_optimizer
from porter.kinds import Tensor
from porter.tree import dotted

BLOCKS = {
    "torch.nn.utils.clip_grad_norm_": "clip_grad_norm",
    "torch.nn.utils.clip_grad_value_": "clip_grad_value",
}
_NAMES = {
    "clip_grad_norm": ("parameters", "max_norm", "norm_type", "error_if_nonfinite", "foreach"),
    "clip_grad_value": ("parameters", "clip_value", "foreach"),
}


def arguments(block: str, call: cst.Call) -> dict[str, cst.BaseExpression] | None:
    """The call's arguments by torch's names, without `foreach`; None if they can't be told."""
    names = _NAMES[block]
    found: dict[str, cst.BaseExpression] = {}
    for index, arg in enumerate(call.args):
        name = arg.keyword.value if arg.keyword else names[min(index, len(names) - 1)]
        if arg.star or name not in names or name in found:
            return None
        found[name] = arg.value
    found.pop("foreach", None)
    return found if set(names[:2]) <= found.keys() else None


def share(facts: Facts, parameters: cst.BaseExpression, optimizer: cst.BaseExpression) -> str:
    """Whether these are "all" of the optimizer's parameters, "some" of them, or "unknown" ones.

    What the optimizer was made of tells.
    """
    owner, wanted = dotted(optimizer), code(_bare(parameters))
    given = {
        code(_bare(node.value.args[0].value))
        for node in facts.index.all(cst.Assign)
        if isinstance(node.value, cst.Call)
        and node.value.args
        and is_optimizer(facts.api(node.value))
        and owner in {dotted(target.target) for target in node.targets}
    }
    if given == {wanted}:
        return "all"
    return "some" if given and all(wanted in text for text in given) else "unknown"


def as_list(facts: Facts, parameters: cst.BaseExpression, port: str) -> str:
    """The parameters' port as something to iterate over: torch takes a single one, too."""
    return f"[{port}]" if isinstance(facts.kind(parameters), Tensor) else port


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """net.parameters() of list(net.parameters())"""
    if isinstance(node, cst.Call) and code(node.func) == "list" and len(node.args) == 1:
        return node.args[0].value
    return node
