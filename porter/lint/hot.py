"""Why code runs often: a loop around it, or a loop around a call of its function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import takewhile

from porter.lint.bindings import Bindings, How, default_of
from porter.lint.calls import Calls
from porter.lint.names import Names
from porter.lint.tree import AnyFunction, Loop, Tree, iterable

_FEW = 8  # passes that make no loop of data
# Iterables whose length is that of a network, or of a list of experiments.
_SHORT = frozenset("layers weights variables trainable_variables trainable_weights split".split())
_ENDS = frozenset("done terminal terminated truncated".split())
_THROUGH = frozenset("enumerate zip reversed list tuple sorted tqdm trange".split())


@dataclass(frozen=True)
class Hot:
    """The line of the loop, and the function that is called in it.

    `seldom`: under a condition that counts the passes, or ends them. `outer`: the loop has another
    one in it, which does most of the work.
    """

    line: int
    function: str = ""
    seldom: bool = False
    outer: bool = False
    configured: bool = False

    @property
    def each(self) -> bool:
        """On each pass of an innermost loop."""
        return not self.seldom and not self.outer

    @property
    def rank(self) -> tuple[bool, bool]:
        """The lower, the hotter."""
        return self.seldom, self.outer

    def __str__(self) -> str:
        if self.configured:
            return f"`{self.function}` is called in a loop (hot-functions)"
        if self.function:
            return f"`{self.function}` is called from the loop at line {self.line}"
        return f"in the loop at line {self.line}"


class Heat:
    """What is hot in a file, by its loops and by its own calls."""

    def __init__(
        self, tree: Tree, names: Names, bindings: Bindings, calls: Calls, configured: Sequence[str]
    ) -> None:
        self._tree, self._names, self._bindings, self._calls = tree, names, bindings, calls
        self._configured = configured
        self._functions: dict[AnyFunction, Hot] | None = None
        self._inner: dict[Loop, bool] = {}
        self._long: dict[Loop, bool] = {}

    def __call__(self, node: ast.AST) -> Hot | None:
        """Why a node runs often, as far as this file tells."""
        loop = self.loop(node)
        if loop is not None:
            return self._in_loop(node, loop)
        function = self._tree.function(node)
        found = None if function is None else self.function(function)
        if found is None or function is None:
            return None
        return replace(found, seldom=found.seldom or self._is_seldom(node, function))

    def loop(self, node: ast.AST) -> Loop | None:
        """The innermost loop around a node that goes over more than a few things."""
        return next((loop for loop in self._tree.loops(node) if self.is_long(loop)), None)

    def function(self, function: AnyFunction) -> Hot | None:
        """Why a function is called often."""
        if self._functions is None:
            self._functions = self._closure()
        return self._functions.get(function)

    def _closure(self) -> dict[AnyFunction, Hot]:
        hot: dict[AnyFunction, Hot] = {}
        functions = list(self._tree.functions())
        for function in functions:
            if any(fnmatch(function.name, pattern) for pattern in self._configured):
                hot[function] = Hot(function.lineno, function.name, configured=True)
        waiting = list(hot)

        def heat(called: AnyFunction, why: Hot) -> None:
            if called not in hot or why.rank < hot[called].rank:
                hot[called] = why
                waiting.append(called)

        below: dict[AnyFunction, list[tuple[AnyFunction, ast.Call]]] = {}
        for call in self._tree.of(ast.Call):
            loop, caller = self.loop(call), self._tree.function(call)
            for called in self._calls.called(call):
                if loop is not None:
                    heat(called, replace(self._in_loop(call, loop), function=called.name))
                elif caller is not None:
                    below.setdefault(caller, []).append((called, call))
        for caller in waiting:  # grows as it goes
            for called, call in below.get(caller, ()):
                seldom = hot[caller].seldom or self._is_seldom(call, caller)
                heat(called, replace(hot[caller], function=called.name, seldom=seldom))
        return hot

    def _in_loop(self, node: ast.AST, loop: Loop) -> Hot:
        return Hot(loop.lineno, "", self._is_seldom(node, loop), self._has_inner(loop))

    def _is_seldom(self, node: ast.AST, outer: ast.AST) -> bool:
        """Under a condition that is seldom true, inside of `outer`."""
        for above, field in self._tree.ancestors(node):
            if above is outer:
                return False
            if isinstance(above, ast.If) and field == "body" and _is_rare(above):
                return True
        return False

    def _has_inner(self, loop: Loop) -> bool:
        if loop not in self._inner:
            self._inner[loop] = any(
                inner is not loop and self.is_long(inner)
                for inner in self._tree.inside(loop)
                if isinstance(inner, (ast.For, ast.AsyncFor, ast.While))
            )
        return self._inner[loop]

    def is_long(self, loop: Loop) -> bool:
        """Whether a loop goes over data or time, not over a few things."""
        over = iterable(loop)
        if loop not in self._long:
            short = over is not None and self._is_short(over)
            self._long[loop] = not short and not self._is_watched(loop)
        return self._long[loop]

    def _is_watched(self, loop: Loop) -> bool:
        """Whether each pass draws or asks something: people look at it, so the passes are few."""
        return any(
            isinstance(node, ast.Call)
            and self._is_for_people(node.func)
            and next(self._tree.loops(node), None) is loop
            and not any(isinstance(a, ast.If) for a, _ in self._up_to(node, loop))
            for node in self._tree.inside(loop)
        )

    def _is_for_people(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name) and function.id == "input":
            return not self._bindings.of_name(function) or bool(self._names(function))
        return self._names(function).startswith("matplotlib.")

    def _up_to(self, node: ast.AST, outer: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        return takewhile(lambda above: above[0] is not outer, self._tree.ancestors(node))

    def _is_short(self, over: ast.expr, depth: int = 0) -> bool:
        if isinstance(over, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            return True
        if isinstance(over, ast.Attribute):
            return over.attr in _SHORT
        if isinstance(over, ast.Name) and depth < 4:
            found = self._bindings.of_name(over)
            if len(found) != 1 or found[0].how is not How.VALUE:
                return False
            source = found[0].source
            through = isinstance(source, ast.Call) and self._is_short(source, depth + 1)
            return through or self._is_written(source)
        if not isinstance(over, ast.Call):
            return False
        name = over.func.attr if isinstance(over.func, ast.Attribute) else ""
        if isinstance(over.func, ast.Name):
            name = over.func.id
        if name == "range":
            return self._is_small_range(over)
        if name == "take" and len(over.args) == 1:
            return self._is_few(over.args[0])
        if name in _THROUGH:
            return bool(over.args) and any(self._is_short(a, depth + 1) for a in over.args)
        if name in ("values", "items", "keys") and isinstance(over.func, ast.Attribute):
            return self._is_short(over.func.value, depth + 1)
        return name in _SHORT

    @staticmethod
    def _is_written(value: ast.AST) -> bool:
        """Whether a value is a list that is spelled out, with something in it."""
        if isinstance(value, ast.Dict):
            return bool(value.keys)
        return isinstance(value, (ast.List, ast.Tuple, ast.Set)) and bool(value.elts)

    def _is_few(self, number: ast.expr) -> bool:
        """Whether a number is small: as it is written, as it was set, or by default."""
        if isinstance(number, ast.Constant):
            return isinstance(number.value, int) and number.value <= _FEW
        if not isinstance(number, ast.Name):
            return False
        found = self._bindings.of_name(number)
        if len(found) == 1 and found[0].how is How.VALUE:
            return isinstance(found[0].source, ast.Constant) and self._is_few(found[0].source)
        if len(found) == 1 and isinstance(found[0].source, ast.arg):
            default = default_of(found[0].source, self._tree)
            return isinstance(default, ast.Constant) and self._is_few(default)
        return False

    @staticmethod
    def _is_small_range(call: ast.Call) -> bool:
        values = [a.value for a in call.args if isinstance(a, ast.Constant)]
        bounds = [value for value in values if isinstance(value, int)]
        if not bounds or len(bounds) != len(call.args) or len(bounds) > 3 or 0 in bounds[2:]:
            return False
        return len(range(*bounds)) <= _FEW


def _is_rare(condition: ast.If) -> bool:
    """Whether a condition counts (`step % 100 == 0`), or ends an episode (`if done: ... break`)."""
    if any(isinstance(statement, (ast.Break, ast.Return)) for statement in condition.body):
        return True
    if isinstance(condition.test, ast.UnaryOp):
        return False
    parts = list(ast.walk(condition.test))
    ends = {name for part in parts if isinstance(part, ast.Name) for name in part.id.split("_")}
    return bool(ends & _ENDS) or any(isinstance(part, ast.Mod) for part in parts)
