"""`super().__init__(2, 1, device="cpu")` in heirs of building blocks: the rule of the base says
which arguments the block has."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.kinds import Class
from porter.rewrite.keras_names import is_super
from porter.rewrite.methods import Methods
from porter.rulebook import Argument, Refused, Rulebook


class BaseCalls(Methods):
    """What `Expressions` knows of them."""

    book: Rulebook

    # -- what Expressions adds
    def leave(self, node: cst.CSTNode, why: str, message: str, hint: str) -> Any:
        raise NotImplementedError

    def of_base(self, call: cst.Call) -> Any:
        """The call with the block's own arguments; None for other calls."""
        func = call.func
        if not isinstance(func, cst.Attribute) or func.attr.value != "__init__":
            return None
        info = self.facts.class_around(call) if is_super(func.value) else None
        if info is None or not info.block or any(isinstance(b, Class) for b in info.bases):
            return None  # the base is none of torch's, or a class of the program
        rule = self.book.find(info.block)
        if rule is None or not rule.is_class or any(arg.star for arg in call.args):
            return None
        args = tuple(
            Argument(
                arg.value, self.facts.kind(arg.value), arg.keyword.value if arg.keyword else None
            )
            for arg in call.args
        )
        try:
            decision = self.book.decide(rule, args)
        except Refused as refused:
            return self.leave(call, refused.code, refused.message, refused.hint)
        if decision.callee:  # it has all of them
            return None
        self.spelling.need(decision.imports, decision.blocks)
        built = decision.build([self.expression(a.value) for a in call.args], self.spelling.names)
        return call.with_changes(args=built.args) if isinstance(built, cst.Call) else None
