"""`p.data = v`, `layer.weight = nn.Parameter(v)`: a parameter gets other memory."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.held_items import HeldItems
from porter.held_variables import HeldVariables
from porter.kinds import Module, Parameter, may_be_tensor
from porter.lent_memory import LentMemory
from porter.plan.freezing import Freezing
from porter.rewrite.copies import Copies
from porter.rulebook import repaired
from porter.tree import named

_HINT = "give it a tensor of its own with .clone(), or write it with TensorFlow by hand"


class ParameterMemory(Copies):
    """Statements that exchange the memory of a parameter."""

    # -- what Stores adds
    def _root(self, node: Any) -> Any:
        raise NotImplementedError

    def _assigned(self, node: cst.SimpleStatementLine, root: Any, value: Any) -> Any:
        raise NotImplementedError

    def plain(self, node: Any) -> Any:
        new = super().plain(node)
        if node not in self.facts.once(HeldVariables).made or self.unported:
            return new
        frozen = named("trainable", cst.Name("False"))
        return cst.Call(self.spelling.tf("Variable"), [cst.Arg(new), frozen])

    def with_memory(self, node: cst.SimpleStatementLine, small: cst.Assign) -> list[Any] | None:
        """The port of such a statement, None for any other."""
        if small in self.facts.once(LentMemory).shared:
            return self._lent(node, small)
        if len(small.targets) == 1 and self._is_data(small.targets[0].target):
            return self._given(node, small, small.value)
        if len(small.targets) == 1 and self._is_layers_own(small.targets[0].target):
            return self._exchanged(node, small)
        return None

    def _lent(self, node: cst.SimpleStatementLine, small: cst.Assign) -> list[Any]:
        """`d[n] = p.data` and `p.data = d[n]`: both are one memory from then on."""
        args: list[cst.Arg] = []
        for part in (small.targets[0].target, small.value):
            if isinstance(part, cst.Subscript):
                index = cst.ensure_type(part.slice[0].slice, cst.Index).value
                args += [cst.Arg(self.expression(part.value)), cst.Arg(self.expression(index))]
            else:
                args.append(cst.Arg(self.expression(cst.ensure_type(part, cst.Attribute).value)))
        name = "lend_memory" if small in self.facts.once(LentMemory).given else "keep_memory"
        call = cst.Call(cst.Name(self.spelling.block(name)), args)
        return [node.with_changes(body=[cst.Expr(call)])]

    def _is_data(self, target: cst.CSTNode) -> bool:
        """`p.data` of what is, or may be, a tensor."""
        named = isinstance(target, cst.Attribute) and target.attr.value == "data"
        return named and may_be_tensor(self.facts.kind(target.value))  # type: ignore[attr-defined]

    def _is_layers_own(self, target: cst.CSTNode) -> bool:
        """`layer.weight` of a layer of torch's."""
        kind = self.facts.kind(target.value) if isinstance(target, cst.Attribute) else None
        return (
            isinstance(target, cst.Attribute)
            and isinstance(kind, Module)
            and target.attr.value in ("weight", "bias")
            and not kind.cls.endswith("Loss")  # whose weights nobody learns
            and self.book.offers(kind.cls, target.attr.value)
        )

    def _given(
        self, node: cst.SimpleStatementLine, small: cst.Assign, value: cst.BaseExpression
    ) -> list[Any]:
        """`p.data = value` of a parameter."""
        target: Any = small.targets[0].target
        aliases = self.facts.once(Aliases)
        root = self._root(target.value)
        if isinstance(root, cst.Subscript) and self.facts.once(HeldItems).alone(root):
            if aliases.keeping.allocates(value) and root is target.value:
                return [self._assigned(node, root, self.expression(value))]
        if not isinstance(self.facts.kind(target.value), Parameter):
            self.leave(node, "P102", "a tensor gets other data than its own", _HINT)
        elif not (aliases.keeping.allocates(value) or aliases.dead_after(value, 0)):
            why = f"the parameter would share the memory of {code(value)}, which changes with it"
            self.leave(node, "P102", why, "give it a copy: p.data.copy_(x)")
            return [node]
        return self._assignment(node, target.value, value)

    def _exchanged(self, node: cst.SimpleStatementLine, small: cst.Assign) -> list[Any]:
        """`layer.weight = nn.Parameter(value)`: the layer's own parameter gets the value."""
        value = small.value
        made = self.facts.api(value) in ("torch.nn.Parameter", "torch.nn.parameter.Parameter")
        if not (made and isinstance(value, cst.Call) and len(value.args) == 1):
            hint = "give it the value alone: layer.weight.data = …"
            self.leave(node, "P102", "a layer gets another parameter than its own", hint)
            return [node]
        target: Any = small.targets[0].target
        if (kept := self.facts.once(Freezing).kept_elsewhere(target)) is not None:
            self.leave(node, "P102", *kept)
            return [node]
        self.count.seen.append(value)
        return self._assignment(node, target, value.args[0].value)

    def _assignment(
        self, node: cst.SimpleStatementLine, owner: cst.BaseExpression, value: cst.BaseExpression
    ) -> list[Any]:
        args = [cst.Arg(self.expression(value))]
        if self.facts.once(LentMemory).shared:  # an entry may share the memory that it leaves
            if self.context.graph:
                self.leave(node, "P102", "a trace does not know who shares this memory", _HINT)
                return [node]
            function: cst.BaseExpression = cst.Name(self.spelling.block("set_memory"))
            args.insert(0, cst.Arg(self.expression(owner)))
        else:
            function = repaired(cst.Attribute(self.expression(owner), cst.Name("assign")))
        call = cst.Call(function, args)
        return [node.with_changes(body=[cst.Expr(call)])]
