"""`torch.set_grad_enabled(False)` and, further down in the same block, `set_grad_enabled(True)`:
what stands in between is a block `with torch.no_grad():`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.mentions import Mentions
from porter.plan.model import Problem
from porter.recomputation.edits import Edits
from porter.tree import dotted, only, walk

SWITCHED = re.compile(r"set_grad_enabled\(\s*(mode\s*=\s*)?False\s*\)")
_SWITCH = "torch.set_grad_enabled"
_LEAVES = (cst.Return, cst.Yield, cst.FunctionDef, cst.ClassDef, cst.Await)
_LOOPS = (cst.For, cst.While)


def switches_as_blocks(facts: Facts) -> tuple[cst.Module, list[Problem]]:
    """The module with such blocks."""
    edits = Edits(facts)
    for block in facts.index.all(cst.IndentedBlock):
        _divide(facts, edits, block.body)
    _divide(facts, edits, facts.module.body)
    return (edits.module() if edits.any else facts.module), []


def _divide(facts: Facts, edits: Edits, lines: Sequence[cst.BaseStatement]) -> None:
    off: int | None = None
    for place, line in enumerate(lines):
        mode = _mode(facts, line)
        if mode == "False" and off is None and _is_of_torch(line):
            off = place
        elif mode == "True" and off is not None:
            between = lines[off + 1 : place]
            if between and _stays(facts, between):
                _block(edits, lines[off], between)
                edits.become[line] = []
            off = None
        elif mode:
            off = None


def _mode(facts: Facts, line: cst.CSTNode) -> str:
    """What a line switches gradients to, "" if it is another line."""
    small = only(line)
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or facts.api(call) != _SWITCH or len(call.args) != 1:
        return ""
    return dotted(call.args[0].value) or "unknown"


def _is_of_torch(line: cst.CSTNode) -> bool:
    """`torch.set_grad_enabled(False)`, and not the function alone."""
    small = only(line)
    call = small.value if isinstance(small, cst.Expr) else None
    return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)


def _stays(facts: Facts, lines: Sequence[cst.CSTNode]) -> bool:
    """Whether these lines are run to the last one, and nothing switches meanwhile."""
    inside = [node for line in lines for node in walk(line)]
    if any(isinstance(node, _LEAVES) for node in inside):
        return False
    for node in inside:
        if isinstance(node, (cst.Break, cst.Continue)):
            above = (one for one in facts.index.above(node) if isinstance(one, _LOOPS))
            if next(above, None) not in inside:
                return False
    names = {node.value for node in inside if isinstance(node, cst.Name)}
    names |= {node.attr.value for node in inside if isinstance(node, cst.Attribute)}
    return "set_grad_enabled" not in facts.once(Mentions).reached(names)


def _block(edits: Edits, off: cst.CSTNode, between: Sequence[cst.BaseStatement]) -> None:
    small = only(off)
    call = small.value if isinstance(small, cst.Expr) else None
    assert isinstance(off, cst.SimpleStatementLine)
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Attribute)
    switched = cst.Call(call.func.with_changes(attr=cst.Name("no_grad")))
    body = cst.IndentedBlock(between, header=off.trailing_whitespace)
    block = cst.With([cst.WithItem(switched)], body, leading_lines=off.leading_lines)
    edits.become[off] = [block]
    for line in between:
        edits.become[line] = []
        edits.moved.add(line)
