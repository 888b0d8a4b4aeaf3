"""A file as rules see it: its tree, and what is known about names, calls, loops and graphs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar, cast

from porter.linter.bindings import Bindings
from porter.linter.calls import Calls
from porter.linter.finding import Edit, Fix
from porter.linter.hot import Heat, Hot
from porter.linter.kinds import Kind
from porter.linter.modes import Mode, Modes
from porter.linter.names import Names
from porter.linter.text import Text
from porter.linter.tree import AnyFunction, Tree
from porter.linter.values import Values

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class File:
    """What a rule may ask. Everything is found out when it is asked for, once."""

    def __init__(self, text: str, module: ast.Module, hot_functions: Sequence[str] = ()) -> None:
        self.text = Text(text)
        self.tree = Tree(module)
        self._hot_functions = hot_functions
        self._answers: dict[object, object] = {}

    def once(self, find: Callable[[_Asked, File], _Answer], about: _Asked) -> _Answer:
        """What a function finds about a node or a name, found out the first time.

        For what many nodes of a place ask of all of it, which would take the square of its size.
        """
        key = find, about
        if key not in self._answers:
            self._answers[key] = find(about, self)
        return cast(_Answer, self._answers[key])

    @cached_property
    def name(self) -> Names:
        """`file.name(node)`: the full name of what was imported, such as `tf.function`."""
        return Names(self.tree)

    @cached_property
    def bindings(self) -> Bindings:
        """Where names get their values."""
        return Bindings(self.tree)

    @cached_property
    def _known(self) -> tuple[Values, Calls]:
        values = Values(self.tree, self.name, self.bindings, len(self.text.lines) + 100)
        return values, Calls(self.tree, values)

    @property
    def calls(self) -> Calls:
        """Who calls whom."""
        return self._known[1]

    @cached_property
    def modes(self) -> Modes:
        """How functions are run."""
        return Modes(self.tree, self.name, *self._known)

    @cached_property
    def heat(self) -> Heat:
        """What runs often."""
        return Heat(self.tree, self.name, self.bindings, self.calls, self._hot_functions)

    def kind(self, node: ast.AST | None) -> Kind:
        """What an expression is: a tensor, an array, a model; unknown where nothing shows."""
        return self._known[0](node)

    def instance(self, owner: ast.ClassDef) -> Kind:
        """What an object of a class is: a model, a layer, or an instance of nothing known."""
        return self._known[0].instance(owner)

    def method(self, owner: ast.ClassDef, name: str) -> AnyFunction | None:
        """The method of this name that a class itself has."""
        return self._known[0].method(owner, name)

    def wraps(self, node: ast.expr) -> bool:
        """Whether this is tf.function, as a decorator or called."""
        return self._known[0].wraps(node)

    def hot(self, node: ast.AST) -> Hot | None:
        """Why a node runs often; None where nothing in this file shows that."""
        return self.heat(node)

    def eager(self, node: ast.AST) -> bool:
        """Whether a node runs op by op, as far as this file tells."""
        return self.modes(node) is Mode.EAGER and not self.builds_graphs

    def traced(self, node: ast.AST) -> bool:
        """Whether a node runs in a tf.function for sure."""
        return self.modes.has_graphs and self.modes(node) is Mode.GRAPH and not self.switched_off

    def traced_in_use(self, node: ast.AST) -> bool:
        """Whether a node runs in a tf.function that is more than tried out at the top level."""
        if not self.traced(node):
            return False
        function = self.tree.function(node)
        return function is None or not (
            self._defined[self.tree.scope(function), function.name] > 1
            or self.heat.is_tried_out(function)
        )

    @cached_property
    def _defined(self) -> Counter[tuple[ast.AST, str]]:
        """How often a scope defines a name: what shows things has one `f` after another."""
        return Counter((self.tree.scope(f), f.name) for f in self.tree.functions())

    @cached_property
    def switched_off(self) -> bool:
        """Whether `run_functions_eagerly` stands in it, so that tf.function traces nothing."""
        called = (self.name(call.func) for call in self.tree.of(ast.Call))
        return any(name.endswith("run_functions_eagerly") for name in called)

    @cached_property
    def builds_graphs(self) -> bool:
        """Whether this is TensorFlow 1, where nothing is eager."""
        off = ("disable_eager_execution", "disable_v2_behavior", "Session", "placeholder")
        calls = list(self.tree.of(ast.Call))
        called = {name for call in calls if (name := self.name(call.func)).startswith("tf.")}
        if any(name.rpartition(".")[2] in off for name in called):
            return True
        uses = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
        return "make_one_shot_iterator" in uses and "enable_eager_execution" not in uses

    def source(self, node: ast.expr) -> str:
        """An expression on one line, for a message."""
        return ast.unparse(node)

    def replacement(
        self, node: ast.expr, text: str, *, safe: bool = False, needs: str = ""
    ) -> Fix | None:
        """The fix that puts a text in the place of an expression; None where a comment is in it."""
        start, end = self.text.span(node)
        old = self.text.whole[start:end]
        # Before Python 3.12 the parts of an f-string have wrong places.
        if "#" in old or any(isinstance(a, ast.JoinedStr) for a, _ in self.tree.ancestors(node)):
            return None
        return Fix((Edit(start, end, text),), safe, needs)
