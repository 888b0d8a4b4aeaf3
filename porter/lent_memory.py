"""Weights that swap their memory with a dict: `backup[n] = p.data; p.data = shadow[n]`.

From there on torch's parameter and the entry are one memory. In the port the entry is the variable
itself, until the parameter gets other memory: then the entry keeps the value that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.changes import Changes
from porter.held_items import HeldItems
from porter.held_variables import of_plain_object
from porter.kinds import Parameter

if TYPE_CHECKING:
    from porter.facts import Facts


class LentMemory(HeldItems):
    """The lines of a file by which entries of an object's dicts become the memory of weights."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        alone = [a for a in facts.index.all(cst.Assign) if len(a.targets) == 1]
        self.given = {  # p.data = d[n]
            a for a in alone if self._is_data(a.targets[0].target) and _is_entry(a.value)
        }
        self.kept = {  # d[n] = p.data
            a for a in alone if _is_entry(a.targets[0].target) and self._is_data(a.value)
        }
        if not self.given:
            self.kept.clear()
        lines = self.given | self.kept
        if lines and not (
            all(of_plain_object(facts, line) for line in lines)
            and "data" not in facts.once(Changes).elsewhere
            and all(map(self.alone, self._entries()))
        ):
            self.given.clear()
            self.kept.clear()
        self.shared = self.given | self.kept

    def _is_data(self, node: cst.BaseExpression) -> bool:
        """`p.data` of a parameter."""
        named = isinstance(node, cst.Attribute) and node.attr.value == "data"
        return named and isinstance(self.facts.kind(node.value), Parameter)  # type: ignore[attr-defined]

    def _entries(self) -> Iterator[cst.Subscript]:
        for line in self.given | self.kept:
            entry = line.value if line in self.given else line.targets[0].target
            yield cst.ensure_type(entry, cst.Subscript)

    def _is_plain_item(self, item: cst.Subscript) -> bool:
        above = self.parents[item]
        line = self.parents[above] if isinstance(above, cst.AssignTarget) else above
        return line in self.given or line in self.kept or super()._is_plain_item(item)


def _is_entry(node: cst.BaseExpression) -> bool:
    """`self.shadow[name]`"""
    plain = isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute)
    return plain and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)  # type: ignore[attr-defined]
