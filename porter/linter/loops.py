"""Loops: whether they go over data or time, and how many passes they make."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import TypeGuard

from porter.linter.bindings import Binding, Bindings, How, argument_of, default_of, parameters
from porter.linter.calls import Calls
from porter.linter.names import Names
from porter.linter.tree import AnyFunction, Function, Loop, Tree, iterable

_FEW = 8  # passes that make no loop of data
_SHOWN = 20  # passes whose prints somebody reads
# Iterables whose length is that of a network, or of a list of experiments.
_SHORT = frozenset("layers weights variables trainable_variables trainable_weights split".split())
_THROUGH = frozenset("enumerate iter zip reversed list tuple sorted tqdm trange".split())


class Loops:
    """What is known about the loops of a file."""

    def __init__(self, tree: Tree, names: Names, bindings: Bindings, calls: Calls) -> None:
        self._tree, self._names, self._bindings, self._calls = tree, names, bindings, calls
        self._long: dict[Loop, bool] = {}
        self._watched: set[ast.AST | None] | None = None

    def is_long(self, loop: Loop) -> bool:
        """Whether a loop goes over data or time, not over a few things."""
        over = iterable(loop)
        if loop not in self._long:
            short = self._is_short(over) or _ends(loop)
            self._long[loop] = not short and not self.is_watched(loop)
        return self._long[loop]

    def passes(self, loop: Loop) -> int | None:
        """How many passes a loop makes, where numbers in this file say it."""
        over: ast.AST | None = iterable(loop)
        if isinstance(over, ast.Name):
            over = self._set_once(over)
        while _is_call(over, _THROUGH - {"trange"}) and len(over.args) == 1:
            over = over.args[0]
        if not _is_call(over, frozenset({"range", "trange"})) or not 1 <= len(over.args) <= 3:
            return None
        bounds = [bound for a in over.args if (bound := self._number(a)) is not None]
        if len(bounds) != len(over.args) or 0 in bounds[2:]:
            return None
        return len(range(*bounds))

    def counts_unknown(self, loop: Loop) -> bool:
        """Whether a loop counts to a number that its function is given, and no call says which."""
        over: ast.AST | None = iterable(loop)
        while _is_call(over, _THROUGH - {"zip", "trange"}) and over.args:
            over = over.args[0]
        if not _is_call(over, frozenset({"range", "trange"})) or self.passes(loop) is not None:
            return False
        bounds = [
            b for a in over.args if isinstance(a, ast.Name) for b in self._bindings.of_name(a)
        ]
        return any(bound.how is How.PARAMETER for bound in bounds)

    def is_watched(self, place: Loop | AnyFunction) -> bool:
        """Whether each pass, or call, draws or asks something: people look, so it is not often."""
        if self._watched is None:
            calls = (call for call in self._tree.of(ast.Call) if self._is_for_people(call))
            self._watched = {self._place(call) for call in calls} - {None}
            for drawing in [w for w in self._watched if isinstance(w, Function)]:
                self._watched |= {self._place(call) for call in self._calls.of(drawing)} - {None}
        return place in self._watched

    def _place(self, node: ast.AST) -> ast.AST | None:
        """The loop or the function that runs a node each time; None where a condition decides."""
        loops = list(self._tree.loops(node))
        for above, _ in self._tree.ancestors(node):
            if isinstance(above, ast.If):
                return None
            if isinstance(above, Function):
                return above
            if above in loops and not self._is_short(iterable(above)):
                return above
        return None

    def _is_for_people(self, call: ast.Call) -> bool:
        function = call.func
        if isinstance(function, ast.Name) and function.id == "input":
            return not self._bindings.of_name(function) or bool(self._names(function))
        if isinstance(function, ast.Name) and function.id == "print":
            return self._is_all(call)
        if isinstance(function, ast.Attribute) and function.attr == "render":
            values = [*call.args, *(keyword.value for keyword in call.keywords)]
            return any(isinstance(v, ast.Constant) and v.value == "human" for v in values)
        if isinstance(function, ast.Attribute) and function.attr in ("delay", "sleep"):
            return True
        return self._names(function).startswith(("time.sleep", "matplotlib."))

    def _is_all(self, call: ast.Call) -> bool:
        """Whether a loop does nothing but print, or prints each of a few passes."""
        above = self._tree.parent(self._tree.statement(call))
        if not isinstance(above, (ast.For, ast.While)):
            return False
        passes = self.passes(above)
        if passes is not None and passes <= _SHOWN:
            return True
        return all(isinstance(s, ast.Expr) and _is_call(s.value, {"print"}) for s in above.body)

    def _most(self, name: ast.Name) -> ast.AST | None:
        """The largest number of those that a name is set to."""
        found = [b for b in self._bindings.of_name(name)[:8] if not _holds(b, name)]
        return _largest([binding.source for binding in found])

    def _set_once(self, name: ast.Name) -> ast.AST | None:
        """What a name is set to, where there is one place: `for n in range(n)` is no other."""
        found = [b for b in self._bindings.of_name(name)[:3] if not _holds(b, name)]
        return found[0].source if len(found) == 1 and found[0].how is How.VALUE else None

    def _number(self, node: ast.expr) -> int | None:
        """A number that is written, or that a name has from one place, or by default."""
        number: ast.AST | None = node
        if isinstance(node, ast.Name):
            found = self._bindings.of_name(node)
            is_parameter = len(found) == 1 and isinstance(found[0].source, ast.arg)
            number = self._given(found[0].source) if is_parameter else self._most(node)
        value = number.value if isinstance(number, ast.Constant) else None
        return value if type(value) is int else None

    def _given(self, parameter: ast.AST) -> ast.AST | None:
        """The largest number that the calls of this file give a parameter, or its default."""
        function = self._tree.function_of(parameter) if isinstance(parameter, ast.arg) else None
        if function is None or not isinstance(parameter, ast.arg):
            return None
        index = parameters(function).index(parameter)
        default = default_of(parameter, self._tree)
        calls = self._calls.of(function)
        given = [argument_of(call, function, index) or default for call in calls] or [default]
        return _largest([self._most(n) if isinstance(n, ast.Name) else n for n in given])

    def _is_short(self, over: ast.expr | None, depth: int = 0) -> bool:
        if over is None:
            return False
        if isinstance(over, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            return True
        if isinstance(over, ast.Attribute):
            return over.attr in _SHORT
        if isinstance(over, ast.ListComp) and len(over.generators) == 1:
            return self._is_short(over.generators[0].iter, depth + 1)
        if isinstance(over, ast.Name) and depth < 4:
            source = self._set_once(over)
            if source is None:
                return False
            through = isinstance(source, (ast.Call, ast.ListComp)) and self._is_short(
                source, depth + 1
            )
            return through or self._is_written(source) or _is_one_batch(source)
        if not isinstance(over, ast.Call):
            return False
        name = over.func.attr if isinstance(over.func, ast.Attribute) else ""
        if isinstance(over.func, ast.Name):
            name = over.func.id
        if self._names(over.func) == "google.colab.files.upload":
            return True  # what somebody picks
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


def _is_one_batch(source: ast.AST) -> bool:
    """Whether this is `data.batch(len(x))`: all of it at once."""
    if not isinstance(source, ast.Call) or not isinstance(source.func, ast.Attribute):
        return False
    size = source.args[:1] if source.func.attr == "batch" else []
    return any(_is_call(number, {"len"}) for number in size)


def _largest(numbers: Sequence[ast.AST | None]) -> ast.AST | None:
    """The largest of some numbers; None where one of them is no number that is written."""
    values = [n.value if isinstance(n, ast.Constant) else None for n in numbers]
    if not values or any(type(value) is not int for value in values):
        return None
    return numbers[values.index(max(value for value in values if isinstance(value, int)))]


def _holds(binding: Binding, name: ast.Name) -> bool:
    """Whether a loop over an expression with this very name in it binds the name."""
    return binding.how is How.ITEM and any(part is name for part in ast.walk(binding.source))


def _ends(loop: Loop) -> bool:
    """Whether the first pass is the last one."""
    if not isinstance(loop, (ast.For, ast.AsyncFor, ast.While)):
        return False
    again = any(isinstance(node, ast.Continue) for node in ast.walk(loop))
    return isinstance(loop.body[-1], (ast.Break, ast.Return, ast.Raise)) and not again


def _is_call(node: ast.AST | None, of: Set[str]) -> TypeGuard[ast.Call]:
    """Whether a node calls a function of one of these names."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in of
