"""A loop over the rows of tensors: they are arrays from there on."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.rewrite import lines
from porter.rewrite.definitions import Definitions


class RowValues(Definitions):
    """`q, v = q.numpy(), v.numpy()` above the loop."""

    def statement(self, node: Any) -> list[Any]:
        new = super().statement(node)
        names = self.buffers.row_loops.get(node) if self.buffers is not None else None
        if names is None:
            return new
        values = ", ".join(f"{name}.numpy()" for name in names)
        made = lines.stated(f"{', '.join(names)} = {values}", lines.leading(new[0]), cst.Pass())
        self.origins.note([made], node)
        return [made, lines.with_leading(new[0], ()), *new[1:]]
