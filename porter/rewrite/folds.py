"""Python's functions that apply an operator to tensors of unlike dtypes, which torch promotes."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.infer.unread import is_target
from porter.kinds import Kind, Named, Tensor, item_of
from porter.lost_dtypes import lost_dtypes
from porter.rewrite import operators
from porter.rewrite.open_dtypes import unlike
from porter.rewrite.spelling import Spelling

_OPERATORS = {name: operator for operator, name in operators.FUNCTIONS.items()}
# Where the function stands that they are given
_GIVEN = {"functools.reduce": 0, "itertools.accumulate": 1, "builtins.map": 0}


class Folds:
    """What `Expressions` knows of them."""

    facts: Facts
    spelling: Spelling

    # -- what Expressions adds
    def inside(self, node: Any) -> Any:
        raise NotImplementedError

    def fold(self, node: cst.Call, name: str) -> Any:
        """`reduce(partial(promoted, operator.mul), xs)`; None where dtypes are alike."""
        kinds = [self.facts.kind(arg.value) for arg in node.args]
        if any(arg.star or arg.keyword for arg in node.args):
            return None
        if name.startswith("operator.") and len(kinds) == 2:
            if not self._unlike(name, *kinds):
                return None
            promoted = cst.Name(self.spelling.block("promoted"))
            new = self.inside(node)
            return new.with_changes(func=promoted, args=[cst.Arg(new.func), *new.args])
        if name == "builtins.sum" and len(kinds) == 1:
            item = item_of(kinds[0])
            open_ = isinstance(item, Tensor) and unlike(self.facts, [item, item])
            if not open_ and not self._unlike("operator.add", item, item):
                return None
            add = self._promoting(self.spelling.module("operator", "add"))
            items = self.inside(node.args[0].value)
            if isinstance(items, cst.GeneratorExp) and not items.lpar:  # sum()'s only argument
                items = items.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            args = [cst.Arg(add), cst.Arg(items), cst.Arg(cst.Integer("0"))]
            return cst.Call(self.spelling.module("functools", "reduce"), args)
        place = _GIVEN.get(name)
        function = kinds[place] if place is not None and len(kinds) > 1 else None
        if place is None or not isinstance(function, Named):
            return None
        items = [item_of(kind) for i, kind in enumerate(kinds) if i != place]
        sides = items if name == "builtins.map" else items[:1] * 2
        if not self._unlike(function.name, *sides):
            return None
        new = self.inside(node)
        given = new.args[place]
        changed = [*new.args]
        changed[place] = given.with_changes(value=self._promoting(given.value))
        return new.with_changes(args=changed)

    def operator(self, node: Any, new: Any) -> Any:
        """`partial(promoted, operator.mul)` where a function of that module goes out of sight, and
        tensors of unlike dtypes went there."""
        kind = self.facts.kind(node)
        by_name = isinstance(node, cst.Call) and self._asks_operator(node)
        name = kind.name if isinstance(kind, Named) and not by_name else ""
        if not by_name and name.partition("operator.")[2] not in _OPERATORS:
            return new
        above = self.facts.index.parents.get(node)
        if not by_name and (isinstance(above, cst.Call) or self._is_folded(above)):
            return new
        if is_target(self.facts.index, node):
            return new
        if len(lost_dtypes(self.facts)) < 2:
            return new
        if by_name:
            return cst.Call(cst.Name(self.spelling.block("promoting")), [cst.Arg(new)])
        return self._promoting(new)

    def _is_folded(self, node: cst.CSTNode | None) -> bool:
        """Whether it is what `reduce()` is given: fold() knows what that applies it to."""
        call = self.facts.index.parents[node] if isinstance(node, cst.Arg) else None
        callee = self.facts.kind(call.func) if isinstance(call, cst.Call) else None
        return isinstance(callee, Named) and callee.name in _GIVEN

    def _asks_operator(self, node: cst.Call) -> bool:
        """`getattr(operator, name)`"""
        asks = self.facts.kind(node.func) == Named("builtins.getattr") and len(node.args) == 2
        return asks and self.facts.kind(node.args[0].value) == Named("operator")

    def _unlike(self, function: str, *sides: Kind) -> bool:
        operator = _OPERATORS.get(function.removeprefix("operator."))
        known = function.startswith("operator.") and operator is not None and len(sides) == 2
        if not known:
            return False
        assert operator is not None
        casts = operators.casts(operator, *sides) != ("", "")
        return casts or operators.unlike(operator, *sides)

    def _promoting(self, function: Any) -> cst.Call:
        args = [cst.Arg(cst.Name(self.spelling.block("promoted"))), cst.Arg(function)]
        return cst.Call(self.spelling.module("functools", "partial"), args)
