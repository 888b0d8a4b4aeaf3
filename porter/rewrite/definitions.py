"""Functions and classes: what they are called and derive from, and what runs inside a graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.partial import is_left_out
from porter.plan.model import Problem
from porter.plan.no_grad import without_gradient
from porter.plan.whole_functions import ends_gradients
from porter.rewrite import compiled, lines
from porter.rewrite.devices import COMPILERS
from porter.rewrite.keras_names import NAME, NAMED_OTHERWISE, method, mixed_in, setting
from porter.rewrite.parts import with_tape
from porter.rewrite.pasted import pasted
from porter.rewrite.statements import Statements

# Methods of a class that Python asks for its attributes, and what Keras's Layer does with them.
_ATTRIBUTES = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
_ASKED = "Keras reads and sets attributes of its own before __init__ is done"
_NAMED = "give the network the attributes or properties that it is asked for"


class Definitions(Statements):
    """Rewrites what a program defines."""

    jit: bool  # whether XLA compiles what becomes a graph

    @cached_property
    def pasted(self) -> frozenset[cst.CSTNode]:
        return pasted(self.facts, self.book, self.spelling.in_blocks)

    def function_definition(self, node: cst.FunctionDef) -> cst.FunctionDef:
        outer, copies = self.function, self.copies
        self.function, self.copies = node.name.value, self.beside(node)
        traced = self._traced(node)
        callee = traced or node in self.giving
        switches = without_gradient(self.facts, node)
        dropped = [*switches, *(d for d in node.decorators if self._compiles(d.decorator))]
        self.count.seen += dropped
        before = self._before_head()
        asked = node.name.value in _ATTRIBUTES and self._is_of_network()
        if asked and not is_left_out([code(line) for line in node.body.body]):
            self.leave(node, "P104", f"{node.name.value}() of a network: {_ASKED}", _NAMED)
        if node.name.value == "name" and self._is_of_network():
            self.leave(node, "P102", f"name() of a network: {NAME}", NAMED_OTHERWISE)
        detached = callee and bool(switches)
        with self.within(tapes=(), substitutes={}, graph=traced, callee=callee, detached=detached):
            params = self.expression(node.params)
            if node in self.taped_by_caller:
                params = with_tape(params, self.spelling.fresh("tape"))
            decorators = [self.expression(d) for d in node.decorators if d not in dropped]
            returns = self.expression(node.returns) if node.returns else None
            left = self._left(before)
            body = self.suite(node.body)
            if node in self.functions:
                as_one, jit = ends_gradients(self.facts, node), self.compiles(node, [body])
                decorators += self.decorators(self.functions[node], as_one, jit)
        self.function, self.copies = outer, copies | self.behind(node)
        name = method(node.name) if self._is_of_network() else node.name
        changes = {"params": params, "returns": returns, "body": body, "name": name}
        changed = {k: v for k, v in changes.items() if getattr(node, k) is not v}
        same = len(decorators) == len(node.decorators)
        if not same or any(a is not b for a, b in zip(decorators, node.decorators)):
            changed["decorators"] = decorators
            comments = [line for d in dropped for line in lines.comments(d)]
            changed["leading_lines"] = (*node.leading_lines, *comments)
        new = node.with_changes(**changed) if changed else node
        return lines.marked(new, left) if left else new

    def statement(self, node: Any) -> list[Any]:
        """A statement; behind a method, those that its class gets for networks; below functions
        that a script gets. A building block stays what it is."""
        if node in self.pasted:
            return [node]
        new = super().statement(node)
        methods, functions = node in self.named_graphs.behind, node in self.script_graphs.above
        if not (methods or functions):
            return new
        decorators = self.decorators(any_length=False, as_one=True, jit=self.jit)
        if functions:
            new = self.script_graphs.functions(node, new, decorators, lines.apart(self.depth))
        return [*new, *self.named_graphs.methods(node, decorators)] if methods else new

    def compiles(self, node: cst.CSTNode, ported: Sequence[cst.CSTNode]) -> bool:
        """Whether XLA is asked to compile what a body became; `node` is where a note stands."""
        dynamic = self.jit and compiled.shaped_by_values(ported)
        if dynamic:
            self.note(node, "N403", compiled.WHY, compiled.HINT)
        return self.jit and not dynamic

    def _before_head(self) -> tuple[int, int]:
        self.unported = False
        return self.count.mark(), len(self.problems)

    def _left(self, before: tuple[int, int]) -> list[Problem]:
        """What stays torch's in the head of a definition: it gets a comment, as a line does."""
        mark, found = before
        if not self.unported:
            return []
        self.unported = False
        self.count.leave(mark)
        return self.problems[found:]

    def _compiles(self, decorator: cst.BaseExpression) -> bool:
        """`@torch.compile`: the function runs as it is, a train body in a tf.function anyway."""
        return self.facts.api(decorator) in COMPILERS

    def _traced(self, node: cst.FunctionDef) -> bool:
        """Whether the body runs inside a graph: a network's methods do, if they can."""
        if node in self.recorded or node in self.functions:
            return True
        if self.cls is None or not self.cls.is_module:
            return self.context.graph
        info = self.cls.methods.get(node.name.value)
        if info is None or node.name.value in ("__init__", "forward"):
            return True
        return self.traceable.function(info.name) is None

    def _is_of_network(self) -> bool:
        """Whether what the class around has is an attribute of networks."""
        mixed = self.facts.once(mixed_in)
        return self.cls is not None and (self.cls.is_module or self.cls.name in mixed)

    def class_definition(self, node: cst.ClassDef) -> cst.ClassDef:
        outer, copies, function = self.cls, self.copies, self.function
        self.cls = next((c for c in self.facts.classes.values() if c.node is node), None)
        self.copies, self.function = {}, ""
        module = self.cls is not None and self.cls.is_module
        with self.within(graph=module, callee=module, tapes=(), substitutes={}):
            before = self._before_head()
            bases = [self.expression(base) for base in node.bases]
            left = self._left(before)
            body = self.suite(node.body)
            body = setting(body) if self._is_of_network() else body
        self.cls, self.copies, self.function = outer, copies, function
        if body is node.body and all(a is b for a, b in zip(bases, node.bases)):
            new = node
        else:
            new = node.with_changes(bases=bases, body=body)
        return lines.marked(new, left) if left else new
