"""Layers that a program replaces: `net.head = nn.Linear(8, 1)`, `net[1] = nn.Tanh()`."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.kinds import UNKNOWN, Module, networks
from porter.reloaded import set_in_init
from porter.rewrite.weight_copies import WeightCopies
from porter.tree import only, walk


class PutLayers(WeightCopies):
    """A layer takes the place of another one: Keras would keep both, or refuse the new one."""

    def special(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        return None if self._put(only(node)) else super().special(node)

    def small(self, node: Any) -> Any:
        place = self._put(node)
        if place is None:
            return super().small(node)
        self.count.seen += [n for n in walk(node.targets[0]) if self.facts.api(n)]
        owner, name = place
        given = [owner, name, self.expression(node.value)]
        put = cst.Name(self.spelling.block("put_layer"))
        return cst.Expr(cst.Call(put, [cst.Arg(value) for value in given]))

    def _put(self, node: Any) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
        """The network whose layer an assignment replaces, and the layer's name or index."""
        if not isinstance(node, cst.Assign) or len(node.targets) != 1:
            return None
        target = node.targets[0].target
        if not isinstance(target, (cst.Attribute, cst.Subscript)):
            return None
        if not networks(self.facts.kind(target.value)) or not self._is_layer(target, node.value):
            return None
        if isinstance(target, cst.Attribute):
            new = self.expression(target)
            own = isinstance(target.value, cst.Name) and target.value.value == "self"
            if own and not self._made_before(target.attr.value):
                return None
            return new.value, cst.SimpleString(f'"{new.attr.value}"')
        index = target.slice[0].slice if len(target.slice) == 1 else None
        if self.function == "__init__" or not isinstance(index, cst.Index):
            return None
        return self.expression(target.value), self.expression(index.value)

    def _is_layer(self, target: cst.Attribute | cst.Subscript, value: cst.CSTNode) -> bool:
        if networks(self.facts.kind(value)):
            return True
        owner = self.facts.kind(target.value)
        info = self.facts.class_info(owner.cls) if isinstance(owner, Module) else None
        if self.facts.kind(value) != UNKNOWN or info is None or isinstance(target, cst.Subscript):
            return False
        return bool(networks(info.attributes.get(target.attr.value, UNKNOWN)))

    def _made_before(self, name: str) -> bool:
        """Whether another method replaces what `__init__` has made."""
        if self.cls is None or self.function == "__init__":
            return False
        return set_in_init(self.facts, self.cls.node, name)
