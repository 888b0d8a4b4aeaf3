"""A loop over the rows of a batch is one operation on all of them."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.kinds import Tensor
from porter.plan.row_loops import RowAdd, row_adds
from porter.rewrite import lines
from porter.rewrite.copies import Copies


class RowLoops(Copies):
    """What `Stores` knows of them."""

    def rows_at_once(self, node: cst.For) -> list[Any]:
        """The port of `for i in range(len(x)): x[i].index_add_(0, rows[i], y[i])`."""
        found = row_adds(self.facts, node)
        new = [self._at_once(one) for one in found]
        self.count.seen += [small.value for small in map(_only, found)]
        above = lines.merged(lines.leading(node), lines.leading(new[0]))
        return [lines.with_leading(new[0], above), *new[1:]]

    def _at_once(self, one: RowAdd) -> Any:
        index = self.expression(one.index)
        kind = self.facts.kind(one.index)
        if not (isinstance(kind, Tensor) and kind.dtype == "int64"):
            index = self.spelling.cast(index, "int64")
        block = cst.Name(self.spelling.block("index_add_rows"))
        args = [cst.Arg(one.input), cst.Arg(index), cst.Arg(self.expression(one.source))]
        small = cst.Assign([cst.AssignTarget(one.input)], cst.Call(block, args))
        assert isinstance(one.statement, cst.SimpleStatementLine)
        return one.statement.with_changes(body=[small])


def _only(one: RowAdd) -> Any:
    assert isinstance(one.statement, cst.SimpleStatementLine)
    return one.statement.body[0]
