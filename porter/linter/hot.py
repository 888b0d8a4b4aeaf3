"""Why code runs often: a loop around it, or a loop around a call of its function."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import takewhile

from porter.linter.bindings import Bindings
from porter.linter.calls import Calls
from porter.linter.loops import Loops
from porter.linter.names import Names
from porter.linter.tree import AnyFunction, Loop, Tree, dotted, names

BRIEF = 200  # runs that cost less than tracing a function does
_CALLS = 5  # of a function that are counted
_FAR = 5  # callers of callers that are asked
_WORK = frozenset("fit predict step train_on_batch".split())
_ENDS = frozenset("done terminal terminated truncated".split())


@dataclass(frozen=True)
class Hot:
    """The line of the loop, and the function that is called in it.

    `seldom`: under a condition that counts the passes, or ends them. `outer`: the loop has another
    one in it, which does most of the work. `minor`: that one acts or trains on each of its passes,
    or this is the end of an episode, so that what happens here takes next to no time.
    """

    line: int
    function: str = ""
    seldom: bool = False
    outer: bool = False
    minor: bool = False
    configured: bool = False
    runs: int | None = None  # in all, where the file says it
    loop: Loop | None = dataclasses.field(default=None, compare=False)

    @property
    def each(self) -> bool:
        """On each pass of an innermost loop."""
        return not self.seldom and not self.outer

    @property
    def is_brief(self) -> bool:
        """So few runs that tracing a function for them costs more than it saves."""
        return not self.configured and self.runs is not None and self.runs <= BRIEF

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """The lower, the hotter."""
        return self.minor, self.seldom, self.outer

    def __str__(self) -> str:
        if self.configured:
            return f"`{self.function}` is called in a loop (hot-functions)"
        if self.function:
            return f"`{self.function}` is called from the loop at line {self.line}"
        return f"in the loop at line {self.line}"


class Heat:
    """What is hot in a file, by its loops and by its own calls."""

    def __init__(
        self, tree: Tree, known: Names, bindings: Bindings, calls: Calls, configured: Sequence[str]
    ) -> None:
        self._tree, self._calls = tree, calls
        self.loops = Loops(tree, known, bindings, calls)
        self._configured = configured
        self._functions: dict[AnyFunction, Hot] | None = None
        self._inner: dict[Loop, bool] = {}
        self._working: dict[Loop, list[ast.Call]] = {}
        self._players: set[AnyFunction] | None = None

    def __call__(self, node: ast.AST) -> Hot | None:
        """Why a node runs often, as far as this file tells."""
        loop = self.loop(node)
        within = takewhile(lambda around: around is not loop, self._tree.loops(node))
        if any(map(self.loops.is_watched, within)):
            return None
        if loop is not None:
            return replace(self._in_loop(node, loop), runs=self._runs(node))
        function = self._tree.function(node)
        found = None if function is None else self.function(function)
        if found is None or function is None:
            return None
        seldom = found.seldom or self._is_seldom(node, function)
        minor = found.minor or self._is_at_end(node, function) or self._plays(function)
        return replace(found, seldom=seldom, minor=minor, runs=self._runs(node))

    def loop(self, node: ast.AST) -> Loop | None:
        """The innermost loop around a node that goes over more than a few things."""
        return next((loop for loop in self._tree.loops(node) if self.loops.is_long(loop)), None)

    def function(self, function: AnyFunction) -> Hot | None:
        """Why a function is called often."""
        if self._functions is None:
            self._functions = self._closure()
        return self._functions.get(function)

    def is_tried_out(self, function: AnyFunction, depth: int = 0) -> bool:
        """Whether the top level calls it a few times, and nothing else does: a demonstration."""
        calls = self._calls.of(function)
        for call in calls:
            caller = self._tree.function(call)
            if self.loop(call) is not None or depth > _FAR:
                return False
            if caller is not None and not self.is_tried_out(caller, depth + 1):
                return False
        return bool(calls)

    def _closure(self) -> dict[AnyFunction, Hot]:
        hot: dict[AnyFunction, Hot] = {}
        functions = list(self._tree.functions())
        for function in functions:
            if any(fnmatch(function.name, pattern) for pattern in self._configured):
                hot[function] = Hot(function.lineno, function.name, configured=True)
        waiting = list(hot)

        def heat(called: AnyFunction, why: Hot) -> None:
            if self.loops.is_watched(called):
                return
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
                why = replace(hot[caller], function=called.name)
                seldom = why.seldom or self._is_seldom(call, caller)
                minor = why.minor or self._is_at_end(call, caller) or self._plays(caller)
                heat(called, replace(why, seldom=seldom, minor=minor))
        return hot

    def _in_loop(self, node: ast.AST, loop: Loop) -> Hot:
        minor = self._is_at_end(node, loop) or self._works_inside(loop, node)
        seldom, outer = self._is_seldom(node, loop), self._has_inner(loop)
        return Hot(loop.lineno, "", seldom, outer, minor, loop=loop)

    def _runs(self, node: ast.AST, depth: int = 0) -> int | None:
        """How often a node runs in all, where loops with known numbers are all that is around."""
        function = self._tree.function(node)
        runs: int | None = 1  # no more is known
        if function is not None:
            calls = self._calls.of(function)
            if len(calls) > _CALLS or depth > 3 or self._tree.owner(function) is not None:
                return None
            each = [self._runs(call, depth + 1) for call in calls]
            known = [number for number in each if number is not None]
            runs = None if len(known) < len(each) else sum(known) or runs
        for loop in self._tree.loops(node):
            passes = self.loops.passes(loop) if self.loops.is_long(loop) else 1
            runs = None if runs is None or passes is None else runs * passes
        return runs

    def _is_seldom(self, node: ast.AST, outer: ast.AST) -> bool:
        """Under a condition that is seldom true, inside of `outer`."""
        for above, field in self._tree.ancestors(node):
            if above is outer:
                return False
            if isinstance(above, ast.If) and field == "body" and _is_rare(above):
                return True
        return False

    def _is_at_end(self, node: ast.AST, outer: ast.AST) -> bool:
        """Under `if done:` or `if done or step >= 500:`, or before `exit()`, inside of `outer`."""
        for above, field in self._tree.ancestors(node):
            if above is outer:
                return False
            if isinstance(above, ast.If) and field == "body":
                if _is_end(above.test) or any(map(_exits, above.body)):
                    return True
        return False

    def _plays(self, function: AnyFunction) -> bool:
        """Whether a function steps an environment in a loop, its own or that of what it calls."""
        if self._players is None:
            steps = filter(self._steps, self._tree.of(ast.Call))
            places = {self._tree.function(call) for call in steps if self.loop(call) is not None}
            waiting = [place for place in places if place is not None]
            self._players = set(waiting)
            for player in waiting:  # grows as it goes
                callers = {self._tree.function(call) for call in self._calls.of(player)}
                found = [c for c in callers if c is not None and c not in self._players]
                waiting.extend(found)
                self._players.update(found)
        return function in self._players

    def _steps(self, call: ast.Call) -> bool:
        """Whether a call steps an environment."""
        return isinstance(call.func, ast.Attribute) and call.func.attr == "step" and bool(call.args)

    def _works_inside(self, loop: Loop, node: ast.AST) -> bool:
        """Whether an inner loop acts or trains, and is no part of the node itself."""
        if loop not in self._working:
            self._working[loop] = [
                call
                for call in self._tree.inside(loop)
                if isinstance(call, ast.Call) and self._works(call, loop)
            ]
        return any(
            all(above is not node for above, _ in self._tree.ancestors(call))
            for call in self._working[loop]
        )

    def _works(self, call: ast.Call, loop: Loop) -> bool:
        """Whether a call acts or trains in an inner loop, or in the loop of a function."""
        if self.loop(call) is loop:
            return any(map(self._plays, self._calls.called(call)))
        return isinstance(call.func, ast.Attribute) and call.func.attr in _WORK

    def _has_inner(self, loop: Loop) -> bool:
        if loop not in self._inner:
            self._inner[loop] = any(
                inner is not loop and self.loops.is_long(inner)
                for inner in self._tree.inside(loop)
                if isinstance(inner, (ast.For, ast.AsyncFor, ast.While))
            )
        return self._inner[loop]


def _is_rare(condition: ast.If) -> bool:
    """Whether a condition counts (`step % 100 == 0`), or ends an episode (`if done: ... break`)."""
    if any(isinstance(statement, (ast.Break, ast.Return)) for statement in condition.body):
        return True
    if isinstance(condition.test, ast.UnaryOp):
        return False
    if isinstance(condition.test, ast.Compare) and _starts_again(condition):
        return True
    parts = list(ast.walk(condition.test))
    ends = _words(condition.test) & _ENDS
    return bool(ends) or any(isinstance(part, ast.Mod) for part in parts)


def _is_end(test: ast.expr) -> bool:
    """Whether a condition is that an episode ends, or has been long enough."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        limits = [part for part in test.values if isinstance(part, ast.Compare)]
        rest = [part for part in test.values if not isinstance(part, ast.Compare)]
        passed = all(isinstance(part.ops[0], (ast.Gt, ast.GtE)) for part in limits)
        return passed and bool(rest) and all(map(_is_end, rest))
    return bool(dotted(test)) and bool(_words(test) & _ENDS)


def _exits(statement: ast.stmt) -> bool:
    """Whether a statement ends the program."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and dotted(call.func) in ("sys.exit", "exit", "quit")


def _words(node: ast.AST) -> set[str]:
    """The words that the names of an expression consist of."""
    return {word for name in names(node) for word in name.split("_")}


def _starts_again(condition: ast.If) -> bool:
    """Whether what is compared is set anew: a counter starts again."""
    counted = {dotted(part) for part in ast.walk(condition.test)} - {""}
    return any(
        isinstance(statement, ast.Assign) and bool(counted & set(map(dotted, statement.targets)))
        for statement in condition.body
    )
