"""What no gradient comes out of although it is made of parts: `tuple(h.detach() for h in hidden)`,
and functions that return nothing else, `repackage_hidden(hidden)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.facts import FunctionInfo, is_abstract
from porter.kinds import Function, Named
from porter.plan.overriding import overriding, unseen
from porter.plan.scopes import bindings
from porter.tree import statements, walk

if TYPE_CHECKING:
    from porter.plan.slices import Slices

_COLLECTS = frozenset({"builtins.tuple", "builtins.list", "builtins.dict", "builtins.sorted"})
_ELSEWHERE = (cst.FunctionDef, cst.Lambda, cst.Yield, cst.Global, cst.Nonlocal)


class DetachedResults:
    """Answers for the functions of a program."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    def of_parts(self, slices: Slices, node: cst.CSTNode) -> bool:
        """Whether each part of a collection is detached."""
        if isinstance(node, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
            return slices.ends(node.elt)
        if isinstance(node, cst.DictComp):
            return slices.ends(node.value)
        if not isinstance(node, cst.Call):
            return False
        callee = slices.facts.kind(node.func)
        if isinstance(callee, Named) and callee.name in _COLLECTS and len(node.args) == 1:
            return not node.args[0].star and slices.ends(node.args[0].value)
        info = slices.facts.function(callee) if isinstance(callee, Function) else None
        if info is None or next(overriding(slices.facts, info), None) is not None:
            return False
        return not unseen(slices.facts, info) and self._of(slices, info)

    def _of(self, slices: Slices, info: FunctionInfo) -> bool:
        if info.name in self._known:
            return self._known[info.name]
        before = {*self._known}
        self._known[info.name] = True  # for calls of itself: the last of these returns, too
        inside = slices.in_file(info)
        found = self._returned(inside, info.node)
        if not found:  # what was found by way of it holds no more
            inside.forget_ends()
            for name in self._known.keys() - before:
                del self._known[name]
            self._known[info.name] = False
        return found

    def _returned(self, slices: Slices, function: cst.FunctionDef) -> bool:
        inside = [*walk(function.body)]
        returns = [n.value for n in inside if isinstance(n, cst.Return) and n.value is not None]
        if not returns or is_abstract(function) or any(isinstance(n, _ELSEWHERE) for n in inside):
            return False
        given = {n.name.value for n in walk(function.params) if isinstance(n, cst.Param)}
        carried = slices.carried(function, given)
        own = bindings(statements(function.body)).keys() - given
        return carried <= own and not any(
            slices.trains(value) or slices.differentiated(value) - (own - carried)
            for value in returns
        )
