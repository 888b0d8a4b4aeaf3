"""A network's tensor that the program replaces is a variable that it assigns to.

It is no weight: torch does not save it. Keras and checkpoints take up every variable that becomes
an attribute, but for object's own way to set one.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.rewrite.pulled import Pulled
from porter.tree import named


class StateVariables(Pulled):
    """`set_untracked(self, "std", tf.Variable(…))`, later `self.std.assign(…)`."""

    def small(self, node: Any) -> Any:
        new = super().small(node)
        state = self.facts.state
        if node in state.made:
            target = new.targets[0].target
            frozen = named("trainable", cst.Name("False"))
            made = cst.Call(self.spelling.tf("Variable"), [cst.Arg(new.value), frozen])
            if node in state.plain:
                return new.with_changes(value=made)
            name = cst.SimpleString(f'"{target.attr.value}"')
            setter = cst.Name(self.spelling.block("set_untracked"))
            return cst.Expr(cst.Call(setter, [cst.Arg(n) for n in (target.value, name, made)]))
        if node in state.replaced:
            method = cst.Attribute(new.targets[0].target, cst.Name("assign"))
            return cst.Expr(cst.Call(method, [cst.Arg(new.value)]))
        return new
