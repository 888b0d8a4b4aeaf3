"""Code without gradients: a tape that is open has to be told, as do the callers of a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import may_be_tensor
from porter.plan.no_grad import is_grad
from porter.rewrite import lines
from porter.rewrite.copies import Copies
from porter.tree import only, statements, walk


class Trailing:
    """Comments at the end of a block, on their way to its footer."""

    leading_lines: tuple[cst.EmptyLine, ...] = ()

    def __init__(self, comment_lines: lines.Lines) -> None:
        self.lines = [line for line in comment_lines if line.comment is not None]


def indented_block(body: Sequence[Any]) -> cst.IndentedBlock:
    """A block of these statements; comments on their way go to the next line, or below all."""
    out: list[Any] = []
    pending: list[cst.EmptyLine] = []
    for statement in body:
        if isinstance(statement, Trailing):
            pending += statement.lines
            continue
        above = lines.merged(tuple(pending), lines.leading(statement))
        out.append(lines.with_leading(statement, above) if pending else statement)
        pending = []
    return cst.IndentedBlock(out, footer=pending)


class NoGrad(Copies):
    """Blocks that switch gradients off and on; `Statements` adds the rest."""

    # -- what Statements adds
    def statement(self, node: Any) -> list[Any]:
        raise NotImplementedError

    def block(self, body: Sequence[Any]) -> list[Any]:
        raise NotImplementedError

    def suite(self, body: Any) -> Any:
        raise NotImplementedError

    # -- blocks
    def with_gradient(self, node: cst.With) -> list[Any] | None:
        """`with torch.enable_grad():` is where gradients are anyway; None where they are not."""
        way = is_grad(self.facts, node)
        here = self.context
        off = here.detached or here.stopped
        if off or (way == "either" and (here.callee or here.tape)):
            return None
        for item in node.items if way == "either" else ():
            for call in walk(item.item):
                if isinstance(call, cst.Call) and call is not item.item:
                    return None  # what it calls may have an effect
        return self._bare_block(node)

    def without_gradient(self, node: cst.With) -> list[Any]:
        """`with torch.no_grad():` is where the tape isn't: only an open tape needs to be told."""
        if self.context.tape:
            stop = cst.parse_expression(f"{self.context.tape}.stop_recording()")
            with self.within(tape="", stopped=True):
                body = self.suite(node.body)
            return [node.with_changes(items=[cst.WithItem(stop)], body=body)]
        with self.within(detached=self.context.callee):
            new = self._flattened(node)
        if self.context.callee and not self.context.detached:
            below = [new.pop()] if new and isinstance(new[-1], Trailing) else []
            new += self._stopped(node) + below
        return self._commented(node, new)

    def _bare_block(self, node: cst.With) -> list[Any]:
        return self._commented(node, self._flattened(node))

    def _commented(self, node: cst.With, new: list[Any]) -> list[Any]:
        if new and not isinstance(new[0], Trailing):
            above = lines.merged(lines.comments(node), lines.leading(new[0]))
            new[0] = lines.with_leading(new[0], above)
        return new

    def _stopped(self, node: cst.With) -> list[Any]:
        """The caller may have a tape open: what the block computed gets no gradient."""
        names: dict[str, None] = {}
        if isinstance(only(statements(node.body)[-1]), (cst.Return, cst.Raise)):
            return []  # nothing comes after it
        for below in walk(node.body):
            if isinstance(below, (cst.AssignTarget, cst.AugAssign)):
                for name in walk(below.target):
                    if self._is_tensor(name):
                        assert isinstance(name, cst.Name)
                        names[name.value] = None
        stop = code(self.spelling.tf("stop_gradient")) if names else ""
        return [cst.parse_statement(f"{name} = {stop}({name})") for name in names]

    def _is_tensor(self, node: cst.CSTNode) -> bool:
        """A name of a tensor; arrays have no gradient."""
        array = self.buffers is not None and self.buffers.array(node)
        return isinstance(node, cst.Name) and may_be_tensor(self.facts.kind(node)) and not array

    def _flattened(self, node: cst.With) -> list[Any]:
        if isinstance(node.body, cst.IndentedBlock):
            new = self.block(node.body.body)
            if new and isinstance(new[-1], Trailing):
                new[-1].lines += node.body.footer
            elif node.body.footer:
                new.append(Trailing(tuple(node.body.footer)))
        else:
            assert isinstance(node.body, cst.SimpleStatementSuite)
            new = self.statement(statements(node.body)[0])
        return new

    def without(self, node: cst.BaseExpression) -> Any:
        """What a no_grad block returns, without gradient."""
        if isinstance(node, cst.Tuple):
            return node.with_changes(
                elements=[e.with_changes(value=self.without(e.value)) for e in node.elements]
            )
        new = self.expression(node)
        if not may_be_tensor(self.facts.kind(node)):
            return new
        return cst.Call(self.spelling.tf("stop_gradient"), [cst.Arg(new)])
