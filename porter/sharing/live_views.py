"""Views of weights that only normal distributions have: they need no copy.

torch's `Normal(mean, self.std.expand_as(mean))` changes with the steps of an optimizer, and whoever
asks it later is told the deviation of now. In the port such a distribution gets functions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.kinds import Parameter
from porter.tree import dotted, item_owner, walk

if TYPE_CHECKING:
    from porter.facts import Facts

NORMALS = frozenset({"torch.distributions.Normal", "torch.distributions.normal.Normal"})
_VIEWS = frozenset("expand expand_as view view_as reshape unsqueeze squeeze".split())
_LOOPS = (cst.For, cst.While, cst.ListComp, cst.GeneratorExp, cst.SetComp, cst.DictComp, cst.Lambda)


class LiveViews:
    """`views` are the expressions that become functions, `made` the distributions of them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.views: set[cst.CSTNode] = set()
        self.made: set[cst.CSTNode] = set()

    def take(self, view: cst.BaseExpression) -> bool:
        """Whether a view of a weight can be a function."""
        made = self._given_to(view)
        if not made or not self._is_steady(view):
            return False
        self.views.add(view)
        self.made |= made
        return True

    def _given_to(self, view: cst.BaseExpression) -> set[cst.CSTNode]:
        """The distributions that get it; none where something else gets it, too."""
        above = self._facts.index.parents[view]
        if isinstance(above, cst.Arg):
            return self._of(view)
        if not isinstance(above, cst.Assign) or len(above.targets) > 1:
            return set()
        aliases, name = self._facts.once(Aliases), above.targets[0].target
        if not isinstance(name, cst.Name) or name.value in self._facts.once(Changes).declared:
            return set()
        scope = aliases.scope(name)
        uses = [u for u in scope.names.get(name.value, ()) if aliases.belongs(u, scope, name.value)]
        reads = [use for use in uses if aliases.keeping.bound_value(use) is NO_BINDING]
        here = all(aliases.function(use) is scope.node for use in uses)
        found = [self._of(use) for use in reads]
        if not here or not all(found) or not isinstance(scope.node, cst.FunctionDef):
            return set()
        return set().union(*found)

    def _of(self, node: cst.CSTNode) -> set[cst.CSTNode]:
        """The normal distribution that this is an argument of."""
        parents = self._facts.index.parents
        arg = parents[node]
        call = parents[arg] if isinstance(arg, cst.Arg) and not arg.star else None
        known = isinstance(call, cst.Call) and self._facts.api(call) in NORMALS
        return {call} if known and call is not None else set()

    # -- the same whenever it is computed
    def _is_steady(self, view: cst.BaseExpression) -> bool:
        """Whether it is a view of the same weight, and of the same sizes, from now on."""
        function = self._facts.index.function(view)
        around = (n for n in self._facts.index.above(view) if isinstance(n, _LOOPS))
        if function is None or any(True for _ in around):
            return False
        weight = view
        while isinstance(weight, cst.Call):
            func = weight.func
            if not isinstance(func, cst.Attribute) or func.attr.value not in _VIEWS:
                return False
            if not all(self._is_size(arg.value) for arg in weight.args):
                return False
            weight = func.value
        if not isinstance(self._facts.kind(weight), Parameter):
            return False
        if not isinstance(weight, cst.Attribute) or dotted(weight) != f"self.{weight.attr.value}":
            return False
        return self._stays(weight.attr.value)

    def _is_size(self, node: cst.CSTNode) -> bool:
        """`mean`, `mean.shape`, `x.size(0)`, `-1` of names that are bound once."""
        if isinstance(node, cst.Name):
            return len(self._facts.once(Aliases).binders(node)) == 1
        if isinstance(node, cst.Attribute):
            return node.attr.value == "shape" and self._is_size(node.value)
        if isinstance(node, cst.Subscript):
            shape = item_owner(node)
            index = (n for part in node.slice for n in walk(part) if isinstance(n, cst.Name))
            sized = isinstance(shape, cst.Attribute) and self._is_size(shape)
            return sized and not any(True for _ in index)
        if isinstance(node, cst.Call):
            func = node.func
            if not isinstance(func, cst.Attribute) or func.attr.value != "size":
                return False
            return all(map(self._is_size, (func.value, *(arg.value for arg in node.args))))
        if isinstance(node, (cst.Tuple, cst.List)):
            return all(self._is_size(element.value) for element in node.elements)
        return isinstance(node, cst.Integer) or (
            isinstance(node, cst.UnaryOperation) and self._is_size(node.expression)
        )

    def _stays(self, name: str) -> bool:
        """Whether only constructors set the attribute: it is the same weight from then on."""
        elsewhere = re.compile(rf"(?<!\bself)\.{name}\s*=(?!=)|[\"']{name}[\"']")
        if any(elsewhere.search(text) for text in self._facts.texts):
            return False
        classes = (*self._facts.classes.values(), *self._facts.other_classes.values())
        for info in classes:
            for method in info.node.body.body:
                if isinstance(method, cst.FunctionDef) and method.name.value != "__init__":
                    targets = (n.target for n in walk(method) if isinstance(n, _TARGETS))
                    if any(dotted(target) == f"self.{name}" for target in targets):
                        return False
        return True


_TARGETS = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr)
