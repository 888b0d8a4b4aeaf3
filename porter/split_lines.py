"""`opt.zero_grad(); loss.backward(); opt.step()`: one line each, so that each can be rewritten;
and `with torch.no_grad(), timer:` is two blocks, one in the other, which is the same."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.tree import dotted, is_expression, mapped, walk

_STEP = frozenset({"zero_grad", "backward", "step"})
_SWITCHES = frozenset({"no_grad", "enable_grad", "inference_mode", "set_grad_enabled"})
_BESIDE = re.compile(rf"^[ \t]*with\b(?=.*,).*\b({'|'.join(sorted(_SWITCHES))})\(", re.M)


def split_lines(module: cst.Module, text: str) -> cst.Module:
    """The module with the parts of an update step on lines of their own, and blocks that switch
    gradients off in blocks of their own."""
    steps = ";" in text and "backward" in text
    if not steps and not _BESIDE.search(text):
        return module
    found = _split(module)
    assert isinstance(found, cst.Module)
    return found


def _split(node: Any) -> Any:
    if is_expression(node):
        return node
    new = mapped(node, _split)
    if isinstance(new, cst.SimpleStatementSuite) and _is_step(new):
        lines = _lines(cst.SimpleStatementLine(new.body))
        return cst.IndentedBlock(lines, header=new.trailing_whitespace)
    plain = isinstance(new, cst.With) and new.asynchronous is None
    if plain and len({_switches(item) for item in new.items}) > 1:
        return _nested(new)
    if not isinstance(new, (cst.Module, cst.IndentedBlock)):
        return new
    body: list[Any] = []
    for statement in new.body:
        if isinstance(statement, cst.SimpleStatementLine) and _is_step(statement):
            body += _lines(statement)
        else:
            body.append(statement)
    return new.with_changes(body=body) if len(body) != len(new.body) else new


def _is_step(line: cst.SimpleStatementLine | cst.SimpleStatementSuite) -> bool:
    if len(line.body) < 2:
        return False
    return any(
        isinstance(node, cst.Attribute) and node.attr.value in _STEP
        for part in line.body
        for node in walk(part)
    )


def _lines(line: cst.SimpleStatementLine) -> list[cst.SimpleStatementLine]:
    found = [
        cst.SimpleStatementLine([part.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
        for part in line.body
    ]
    found[0] = found[0].with_changes(leading_lines=line.leading_lines)
    found[-1] = found[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return found


def _switches(item: cst.WithItem) -> bool:
    call = item.item
    name = dotted(call.func) if isinstance(call, cst.Call) else None
    return (name or "").rpartition(".")[2] in _SWITCHES


def _nested(block: cst.With) -> cst.With:
    first, *others = block.items
    plain = block.with_changes(lpar=cst.MaybeSentinel.DEFAULT, rpar=cst.MaybeSentinel.DEFAULT)
    inner = plain.with_changes(items=others, leading_lines=())
    if len({_switches(item) for item in others}) > 1:
        inner = _nested(inner)
    alone = first.with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return plain.with_changes(items=[alone], body=cst.IndentedBlock([inner]))
