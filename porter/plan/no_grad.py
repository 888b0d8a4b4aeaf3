"""Where a program asks for no gradients: no_grad() and its kin, as blocks and as decorators."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts, keyword
from porter.tree import dotted

GRAD = "torch.autograd.grad"
_OFF = frozenset({"torch.no_grad", "torch.inference_mode"})
_ON = frozenset({"torch.enable_grad"})
_EITHER = frozenset({"torch.set_grad_enabled"})
# What no number depends on, also around a block
IDLE = frozenset(
    {
        "torch.autograd.detect_anomaly",
        "torch.autograd.set_detect_anomaly",
        "torch.cuda.device",
        "torch.autograd.profiler.record_function",
        "torch.profiler.record_function",
    }
)
SWITCHES = _OFF | _ON | _EITHER


def is_no_grad(facts: Facts, statement: cst.CSTNode) -> bool:
    """`with torch.no_grad():`, with nothing else beside it that the block would need."""
    return type(statement) is cst.With and _switches(facts, statement) == {"off"}


def is_grad(facts: Facts, statement: cst.CSTNode) -> str:
    """`with torch.enable_grad():` is "on", a block that a value decides is "either"; else ""."""
    found = _switches(facts, statement)
    return found.pop() if len(found) == 1 and "off" not in found else ""


def leaves_no_line(facts: Facts, node: cst.CSTNode) -> bool:
    """`with torch.no_grad():` in a train body, but not a block that reads a flag."""
    return isinstance(node, cst.With) and is_grad(facts, node) != "either"


def is_idle(facts: Facts, node: cst.CSTNode) -> bool:
    """`with torch.autograd.set_detect_anomaly(True):`, a setting that no number depends on, or one
    of several things that a block stands in."""
    if isinstance(node, cst.With):
        return all(is_idle(facts, item) for item in node.items)
    bare = isinstance(node, cst.WithItem) and node.asname is None
    return bare and facts.api(node.item) in IDLE  # type: ignore[attr-defined]


def without_gradient(facts: Facts, node: cst.FunctionDef) -> list[cst.Decorator]:
    """The decorators that let nothing in the function have a gradient: `@torch.no_grad()`."""
    return [d for d in node.decorators if _switch(facts, d.decorator) == "off"]


def is_without_gradient(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a node stands in such a block of its function, or the function has a decorator."""
    for above in facts.index.above(node):
        if isinstance(above, cst.FunctionDef):
            return bool(without_gradient(facts, above))
        if is_no_grad(facts, above):
            return True
    return False


def calls_without_gradient(facts: Facts, call: cst.Call) -> bool:
    """Whether the function of the project that is called has such a decorator, or it is
    `torch.autograd.grad` that does not record what it computes."""
    if facts.api(call) == GRAD:
        recorded = keyword(call.args, "create_graph", 4)
        return recorded is None or dotted(recorded) == "False"
    info = facts.function(facts.kind(call.func))
    return info is not None and bool(without_gradient(info.home or facts, info.node))


def _switches(facts: Facts, statement: cst.CSTNode) -> set[str]:
    items = statement.items if isinstance(statement, cst.With) else ()
    return {_switch(facts, item.item) for item in items}


def _switch(facts: Facts, node: cst.BaseExpression) -> str:
    """What an expression does with gradients: "on", "off", "either", "" if it is no such switch."""
    api = facts.api(node)
    if api in _EITHER or api == "torch.inference_mode":
        mode = keyword(node.args, "mode", 0) if isinstance(node, cst.Call) else None
        text = mode.value if isinstance(mode, cst.Name) else ""
        if mode is not None and text not in ("True", "False"):
            return "either"
        return "on" if (text == "True") == (api in _EITHER) and text else "off"
    return "off" if api in _OFF else "on" if api in _ON else ""


def asks_for_gradients(facts: Facts, node: cst.CSTNode) -> bool:
    """`assert not target.requires_grad`: what torch records, which the port's tapes decide."""
    return isinstance(node, cst.Assert) and _is_recorded(facts, node.test)


def _is_recorded(facts: Facts, test: cst.BaseExpression) -> bool:
    if isinstance(test, cst.UnaryOperation):
        return isinstance(test.operator, cst.Not) and _is_recorded(facts, test.expression)
    if isinstance(test, cst.BooleanOperation):
        return _is_recorded(facts, test.left) and _is_recorded(facts, test.right)
    return facts.api(test) == "Tensor.requires_grad"
