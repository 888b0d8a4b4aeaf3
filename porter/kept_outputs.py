"""What networks keep of a forward pass under keys that a loop computes, for a logger to read:

    self.outputs["conv%s" % i] = conv

A graph has symbols there; the port has a mapping for them that lets the values out of graphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Tensor
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts


class KeptOutputs:
    """The dicts of such outputs in a file: where they are made, and what is put into them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.made: set[cst.CSTNode] = set()  # `dict()` in `__init__`
        self.stores: set[cst.CSTNode] = set()  # assignments of a tensor under a key
        for info in facts.classes.values():
            if info.is_module:
                for name in self._dicts(info):
                    self._examine(info, name)

    def _dicts(self, info: ClassInfo) -> dict[str, cst.BaseExpression]:
        """The attributes that `__init__` begins with an empty dict."""
        init = info.methods.get("__init__")
        found: dict[str, cst.BaseExpression] = {}
        for node in walk(init.node.body) if init is not None else ():
            if isinstance(node, cst.Assign) and len(node.targets) == 1 and _is_empty(node.value):
                name = dotted(node.targets[0].target) or ""
                if name.startswith("self.") and name.count(".") == 1:
                    found[name[5:]] = node.value
        return found

    def _examine(self, info: ClassInfo, name: str) -> None:
        """Nobody may see more of it than keys and values, or need a gradient of these."""
        facts, parents = self._facts, self._facts.index.parents
        stores: set[cst.CSTNode] = set()
        made: set[cst.CSTNode] = set()
        computed = False
        for node in facts.index.all(cst.Attribute):
            if node.attr.value != name or self._is_of_another_class(node, info):
                continue
            place = parents[node]
            item = place if isinstance(place, cst.Subscript) and place.value is node else None
            target = parents[item] if item is not None else place
            assign = parents[target] if isinstance(target, cst.AssignTarget) else None
            if isinstance(assign, cst.Assign) and len(assign.targets) == 1:
                if item is None:
                    made.add(assign.value)
                elif isinstance(facts.kind(assign.value), Tensor):
                    stores.add(assign)
                    computed = computed or not _is_written(item)
                else:
                    return
            elif not self._is_read_aside(node):
                return
        elsewhere = facts.touched(name, info.node.name.value, facts.path)
        if stores and all(map(_is_empty, made)) and not elsewhere:
            self.made |= made
            self.stores |= stores

    def _is_of_another_class(self, node: cst.Attribute, info: ClassInfo) -> bool:
        """`self.outputs` in a class that has nothing to do with this one."""
        if dotted(node.value) != "self":
            return False
        around = next((n for n in self._facts.index.above(node) if type(n) is cst.ClassDef), None)
        bases = () if around is None else (dotted(base.value) for base in around.bases)
        return around is not info.node and info.node.name.value not in bases

    def _is_read_aside(self, node: cst.CSTNode) -> bool:
        """In a function that gives nothing back, and computes no gradients: a logger's."""
        function = self._facts.index.function(node)
        if function is None:
            return False
        for below in walk(function.body):
            gives = isinstance(below, (cst.Return, cst.Yield)) and below.value is not None
            if gives or self._facts.api(below) == "Tensor.backward":
                return False
        return True


def _is_empty(value: cst.CSTNode) -> bool:
    if isinstance(value, cst.Dict):
        return not value.elements
    return isinstance(value, cst.Call) and dotted(value.func) == "dict" and not value.args


def _is_written(item: cst.Subscript) -> bool:
    """Whether the key is written down."""
    part = item.slice[0].slice
    return isinstance(part, cst.Index) and isinstance(part.value, cst.SimpleString)
