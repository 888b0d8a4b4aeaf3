"""What names are bound to, and which expressions are views of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import views
from porter.casts import casts
from porter.containers import each_of
from porter.copied_rows import copies_rows
from porter.kinds import Tensor
from porter.tree import dotted

if TYPE_CHECKING:
    from porter.facts import Facts

NO_BINDING = object()
NO_NAME = "it is no plain name"
TENSORS = ("Tensor.", "Parameter.")


class Bindings:
    """The bindings and the views of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def bound_value(self, node: cst.CSTNode) -> Any:
        """What a name is bound to here: code, None (not known) or NO_BINDING where it is read."""
        above = self.facts.index.parents.get(node)
        if isinstance(above, cst.AssignTarget):
            return self._assigned(above)
        if isinstance(above, cst.AnnAssign) and above.target is node:
            return above.value if above.value is not None else NO_BINDING
        loop = isinstance(above, (cst.For, cst.CompFor, cst.NamedExpr)) and above.target is node
        if loop or isinstance(above, cst.AsName):
            return None
        part = isinstance(above, (cst.Element, cst.StarredElement))
        display = self.facts.index.parents.get(above) if part and above is not None else None
        if isinstance(display, (cst.Tuple, cst.List)):
            return self._unpacked(display, above, self.bound_value(display))
        return NO_BINDING

    def _assigned(self, target: cst.AssignTarget) -> Any:
        assign = self.facts.index.parents[target]
        assert isinstance(assign, cst.Assign)
        names = [t for t in assign.targets if not isinstance(t.target, cst.Subscript)]
        number = isinstance(assign.value, (cst.Integer, cst.Float))  # `correct = total = 0`
        return assign.value if len(names) == 1 or number else None

    def _unpacked(self, display: Any, element: Any, value: Any) -> Any:
        if isinstance(value, (cst.Tuple, cst.List)):
            if len(value.elements) == len(display.elements):
                return value.elements[list(display.elements).index(element)].value
        return each_of(self.facts, value)

    def alias(self, node: cst.CSTNode) -> str:
        """y of `y = x.view(-1)` and `y, z = x, 0`; "" where it is no plain name."""
        child, assign = node, self.facts.index.parents.get(node)
        while assign is not None and not isinstance(assign, cst.Assign):
            child, assign = assign, self.facts.index.parents.get(assign)
        if assign is None or len(assign.targets) != 1 or child is not assign.value:
            return ""
        target = assign.targets[0].target
        values: list[cst.CSTNode] = [assign.value]
        targets: list[cst.CSTNode] = [target]
        if isinstance(target, cst.Tuple) and isinstance(assign.value, cst.Tuple):
            if len(target.elements) != len(assign.value.elements):
                return ""
            values = [element.value for element in assign.value.elements]
            targets = [element.value for element in target.elements]
        for value, name in zip(values, targets):
            if isinstance(name, cst.Name) and self._views(value, node):
                return name.value
        return ""

    def _views(self, value: cst.CSTNode | None, node: cst.CSTNode) -> bool:
        """Whether an expression is a view of this node, or may be one."""
        while value is not None and value is not node:
            if isinstance(value, cst.IfExp):
                return self._views(value.body, node) or self._views(value.orelse, node)
            value = self.viewed(value)
        return value is node

    def origin(self, target: cst.CSTNode) -> cst.CSTNode | None:
        """x of `x[rows]`, `x[0]`, `x.view(-1)[i]`: whose elements these are; None if unsure."""
        node: cst.CSTNode | None = target
        if isinstance(target, cst.Subscript):
            node = target.value
        while not isinstance(node, (cst.Name, type(None))):
            inner = self.viewed(node)
            if inner is None:
                return node
            name = self.facts.api(node).rpartition(".")[2]
            sure = isinstance(node, cst.Subscript) or name in views.SURE or name.endswith("_")
            node = inner if sure else None
        return node

    def of_itself(self, value: cst.CSTNode, name: str) -> bool:
        """`x = x.view(-1)`: the same tensor as before, under the same name."""
        while True:
            if dotted(value) == name:
                return True
            inner = self.viewed(value)
            if inner is None:
                return False
            value = inner

    def viewed(self, value: cst.CSTNode) -> cst.BaseExpression | None:
        """x of a view of x."""
        if isinstance(value, cst.Subscript) and isinstance(self.facts.kind(value.value), Tensor):
            return None if copies_rows(self.facts, value) else value.value
        if isinstance(value, cst.Attribute):
            torchs = value.attr.value in views.VIEWS and bool(self.facts.api(value))
            return value.value if torchs else None
        if not isinstance(value, cst.Call) or casts(self.facts, value):
            return None
        layer = getattr(self.facts.kind(value.func), "cls", "")
        if len(value.args) == 1 and views.passes(layer):
            return value.args[0].value
        api = self.facts.api(value)
        name = api.rpartition(".")[2]
        if isinstance(value.func, cst.Attribute) and api.startswith(TENSORS):
            changed = name.endswith("_") and not name.endswith("__")
            return value.func.value if name in views.VIEWS or changed else None
        given = {arg.keyword.value for arg in value.args if arg.keyword is not None}
        passing = name in views.VIEWS or name.endswith("_") or "inplace" in given
        return value.args[0].value if api and passing and value.args else None
