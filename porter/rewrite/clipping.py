"""clip_grad_norm_ and clip_grad_value_ inside of an update step."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Tensor

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


def as_list(facts: Facts, parameters: cst.BaseExpression, port: str) -> str:
    """The parameters' port as something to iterate over: torch takes a single one, too."""
    return f"[{port}]" if isinstance(facts.kind(parameters), Tensor) else port
