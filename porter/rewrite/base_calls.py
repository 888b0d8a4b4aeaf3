"""`super().__init__(2, 1, device="cpu")` in heirs of building blocks, and the older spelling
`nn.Linear.__init__(self, 2, 1)`: the rule of the base says which arguments the block has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.kinds import Class
from porter.rewrite.keras_names import is_super
from porter.rewrite.methods import Methods
from porter.rulebook import Argument, Refused, Rule, Rulebook


class BaseCalls(Methods):
    """What `Expressions` knows of them."""

    book: Rulebook

    # -- what Expressions adds
    def leave(self, node: cst.CSTNode, why: str, message: str, hint: str) -> Any:
        raise NotImplementedError

    def of_base(self, call: cst.Call) -> Any:
        """The call with the block's own arguments; None for other calls."""
        func = call.func
        if not isinstance(func, cst.Attribute):
            return None
        if is_super(func.value):
            info = self.facts.class_around(call) if func.attr.value == "__init__" else None
            if info is None or not info.block or any(isinstance(b, Class) for b in info.bases):
                return None  # the base is none of torch's, or a class of the program
            rule = self.book.find(info.block)
            return self._constructed(call, rule, call.args) if rule is not None else None
        return self._named_base(call, func)

    def _named_base(self, call: cst.Call, func: cst.Attribute) -> Any:
        """`nn.Linear.reset_parameters(self)`: the block's name stands for torch's class."""
        base, _, name = self.facts.api(call).rpartition(".")
        if base == "torch.nn.Module" and name == "__init__" and len(call.args) == 1:
            return self._base_module(call)
        rule = self.book.find(base) if base else None
        if rule is None or not rule.is_class or not self._is_own(call):
            return None
        name = "call" if name == "forward" else name
        if name != "__init__" and not self.book.offers(rule.names[0], name):
            return None
        block = cst.Attribute(cst.Name(self.spelling.block(rule.name)), cst.Name(name))
        new = self._constructed(call, rule, call.args[1:]) if name == "__init__" else None
        if new is call:  # it is left as it is
            return call
        args = [self.inside(arg) for arg in call.args] if new is None else [call.args[0], *new.args]
        return call.with_changes(func=block, args=args)

    def _base_module(self, call: cst.Call) -> Any:
        """`nn.Module.__init__(self)`, which has no further arguments."""
        heir = self.facts.class_around(call)
        if heir is None or not heir.is_module or heir.block or not self._is_first(call):
            return None
        base = cst.Name(self.spelling.block("TorchModel"))
        return call.with_changes(func=cst.Attribute(base, cst.Name("__init__")))

    def _is_own(self, call: cst.Call) -> bool:
        """Whether the first argument is the object of an heir of torch's whose method this is."""
        heir = self.facts.class_around(call)
        return heir is not None and bool(heir.block) and self._is_first(call)

    def _is_first(self, call: cst.Call) -> bool:
        """Whether the first argument is the object whose method this is."""
        function = self.facts.index.function(call)
        params = function.params.params if function is not None else ()
        own = params[0].name.value if params else ""
        first = call.args[0].value if call.args and not call.args[0].star else None
        return isinstance(first, cst.Name) and first.value == own

    def _constructed(self, call: cst.Call, rule: Rule, given: Sequence[cst.Arg]) -> Any:
        """The call with the arguments that the block has of those given; None if it has all."""
        if not rule.is_class or any(arg.star for arg in given):
            return None
        args = tuple(
            Argument(
                arg.value, self.facts.kind(arg.value), arg.keyword.value if arg.keyword else None
            )
            for arg in given
        )
        try:
            decision = self.book.decide(rule, args)
        except Refused as refused:
            return self.leave(call, refused.code, refused.message, refused.hint)
        if decision.callee:  # it has all of them
            return None
        self.spelling.need(decision.imports, decision.blocks)
        built = decision.build([self.expression(a.value) for a in given], self.spelling.names)
        return call.with_changes(args=built.args) if isinstance(built, cst.Call) else None
