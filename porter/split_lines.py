"""`opt.zero_grad(); loss.backward(); opt.step()`: one line each, so that each can be rewritten."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.tree import is_expression, mapped, walk

_STEP = frozenset({"zero_grad", "backward", "step"})


def split_lines(module: cst.Module, text: str) -> cst.Module:
    """The module with the parts of an update step on lines of their own."""
    if ";" not in text or "backward" not in text:
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
