"""`except RuntimeError:` around what TensorFlow does now, which raises errors of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import libcst as cst

from porter.kinds import UNKNOWN, Function, may_be_tensor, networks
from porter.rewrite.no_grad import NoGrad
from porter.tree import dotted, walk

# What torch raises, and what TensorFlow may raise instead
_INSTEAD = {
    "RuntimeError": "errors.OpError",
    "IndexError": "errors.InvalidArgumentError",
    "FileNotFoundError": "errors.NotFoundError",
    "OSError": "errors.NotFoundError",
}
_UNCHECKED = "TensorFlow's distributions do not check their arguments: no ValueError is raised"
_SEVERAL = "TensorFlow raises one error for what these handlers tell apart"


class Handlers(NoGrad):
    """The handlers of a `try`; `Statements` adds the rest."""

    def handlers(self, node: cst.Try) -> list[cst.ExceptHandler]:
        """Each with its suite; where torch's errors are caught, TensorFlow's are too."""
        there = [handler.with_changes(body=self.suite(handler.body)) for handler in node.handlers]
        nodes = list(walk(node.body))
        called = [n for n in nodes if isinstance(n, cst.Call)]
        own = any(n in self.facts.ports or self._computes(n) for n in nodes)
        own = own or any(map(self._asks_truth, nodes))
        own = own or any(networks(self.facts.kind(call.func)) for call in called)
        calls = any(map(self._is_programs, called))
        if not own and not (calls and self.facts.ports):
            return there
        caught = [list(_caught(handler)) for handler in node.handlers]
        made = self.facts.ports if calls else called
        unchecked = "ValueError" in chain(*caught) and any(
            self.facts.is_distribution(self.facts.kind(n)) for n in made
        )
        if unchecked:
            self.leave(node, "P102", _UNCHECKED, "check them before: scale > 0")
        torchs = [names for names in caught if {"RuntimeError", "IndexError"} & {*names}]
        if len(torchs) > 1:
            hint = "catch them in one handler: except (RuntimeError, IndexError)"
            self.leave(node, "P102", _SEVERAL, hint)
            return there
        values = not any("ValueError" in names for names in caught)
        return [self._widened(h, names, values) for h, names in zip(there, caught)]

    def _computes(self, node: cst.CSTNode) -> bool:
        """`x[5]`, `x @ y` of what may be tensors."""
        operators = cst.Subscript, cst.BinaryOperation, cst.Comparison
        return isinstance(node, operators) and may_be_tensor(self.facts.kind(node))

    def _asks_truth(self, node: cst.CSTNode) -> bool:
        """`if x:` of what may be a tensor of several elements."""
        if isinstance(node, (cst.If, cst.While, cst.IfExp, cst.Assert)):
            return may_be_tensor(self.facts.kind(node.test))
        return isinstance(node, cst.UnaryOperation) and may_be_tensor(
            self.facts.kind(node.expression)
        )

    def _is_programs(self, call: cst.Call) -> bool:
        """A function of the program's, or one that its caller has: `f()`."""
        kind = self.facts.kind(call.func)
        return isinstance(kind, Function) or (isinstance(call.func, cst.Name) and kind == UNKNOWN)

    def _widened(
        self, handler: cst.ExceptHandler, names: list[str], values: bool
    ) -> cst.ExceptHandler:
        added = [self.spelling.tf(_INSTEAD[name]) for name in names if name in _INSTEAD]
        if "RuntimeError" in names and values:  # in a graph, shapes that do not fit
            added.insert(0, cst.Name("ValueError"))
        if handler.type is None or not added:
            return handler
        before = [e.value for e in _elements(handler.type)]
        elements = [cst.Element(error) for error in (*before, *added)]
        return handler.with_changes(type=cst.Tuple(elements))


def _caught(handler: cst.ExceptHandler) -> Iterator[str]:
    for element in _elements(handler.type) if handler.type is not None else ():
        yield dotted(element.value) or ""


def _elements(kinds: cst.BaseExpression) -> list[cst.BaseElement]:
    return list(kinds.elements) if isinstance(kinds, cst.Tuple) else [cst.Element(kinds)]
