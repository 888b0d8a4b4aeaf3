"""Layers that a program replaces or takes away: `net.head = nn.Linear(8, 1)`, `net[1] = nn.Tanh()`,
`setattr(net, name, nn.Tanh())`, `del net.head`."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.constructing import constructs
from porter.kinds import UNKNOWN, Module, Named, networks
from porter.layer_changes import deleted_layers, set_by_name
from porter.reloaded import is_itself, set_in_init
from porter.rewrite.weight_copies import WeightCopies
from porter.tree import only, walk


class PutLayers(WeightCopies):
    """A layer takes the place of another one: Keras would keep both, or refuse the new one."""

    def special(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        own = self._put(only(node)) or self._removed(only(node))
        return None if own else super().special(node)

    def small(self, node: Any) -> Any:
        if isinstance(node, cst.Del) and isinstance(node.target, (cst.Tuple, cst.List)):
            if any(deleted_layers(self.facts, node)):
                return self.leave(node, "P102", "layers are deleted together", "delete one a line")
        if removed := self._removed(node):
            return self._as_block("remove_layer", [*removed])
        if isinstance(node, cst.Expr) and (parts := self.facts.once(set_by_name).get(node.value)):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            return self._as_block("put_layer", [self.expression(part) for part in parts])
        place = self._put(node)
        if place is None:
            return super().small(node)
        self.count.seen += [n for n in walk(node.targets[0]) if self.facts.api(n)]
        owner, name = place
        return self._as_block("put_layer", [owner, name, self.expression(node.value)])

    def _as_block(self, block: str, given: list[cst.BaseExpression]) -> cst.Expr:
        args = [cst.Arg(value) for value in given]
        return cst.Expr(cst.Call(cst.Name(self.spelling.block(block)), args))

    def _removed(self, node: Any) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
        """The network and the name of `del net.head` and `delattr(net, name)`."""
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            call = node.value
            if self.facts.kind(call.func) == Named("builtins.delattr") and len(call.args) == 2:
                if networks(self.facts.kind(call.args[0].value)):
                    owner, name = (self.expression(arg.value) for arg in call.args)
                    return owner, name
        if not isinstance(node, cst.Del) or not isinstance(node.target, cst.Attribute):
            return None
        if not networks(self.facts.kind(node.target)):
            return None
        new = self.expression(node.target)
        return new.value, cst.SimpleString(f'"{new.attr.value}"')

    def _put(self, node: Any) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
        """The network whose layer an assignment replaces, and the layer's name or index."""
        if not isinstance(node, cst.Assign) or len(node.targets) != 1:
            return None
        target = node.targets[0].target
        if not isinstance(target, (cst.Attribute, cst.Subscript)):
            return None
        if not networks(self.facts.kind(target.value)) or not self._is_layer(target, node.value):
            return None
        if is_itself(self.facts, target, node.value):
            return None
        if isinstance(target, cst.Attribute):
            new = self.expression(target)
            own = isinstance(target.value, cst.Name) and target.value.value == "self"
            if own and not self._made_before(target):
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

    def _made_before(self, target: cst.Attribute) -> bool:
        """Whether it replaces what `__init__` has made, or what it has made itself before."""
        if self.cls is None or self.function == "__init__":
            return False
        made = set_in_init(self.facts, self.cls.node, target.attr.value)
        return made or not constructs(self.facts, self.facts.index.function(target))
