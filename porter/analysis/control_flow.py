"""The control flow graph of a function or a module: what may run behind a statement.

A point of the graph is a statement's line, or the head of a compound statement: the test of an
`if`, the iterable of a `for`, the items of a `with`. Two parts of a head have points of their
own: the target of a `for`, which is bound at each turn, and each case and handler. A suite on
the line of its head (`if x: break`) is one point.

Terms: Aho, Lam, Sethi, Ullman, "Compilers", 2nd edition, sections 8.4 and 9.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import libcst as cst

from porter.tree import dotted


class Join:
    """A point at which nothing is computed: the end, and where a `finally` goes on."""


Point: TypeAlias = cst.CSTNode | Join


@dataclass(frozen=True)
class _Around:
    """Where jumps out of a statement go."""

    handlers: tuple[Point, ...]  # for an error
    leave: Point  # for return
    stop: Point  # for break
    turn: Point  # for continue


class ControlFlow:
    """The points of a body, and what may run behind each.

    `following` has what runs behind a point that was done, `raising` what runs where it stopped
    in the middle by an error that is caught. `behind` is where a statement goes on when all of
    it is done. Jumps out of the body, and errors that nothing catches, go to `end`.
    """

    def __init__(self, body: Sequence[cst.CSTNode]) -> None:
        self.end = Join()
        self.following: dict[Point, list[Point]] = {self.end: []}
        self.raising: dict[Point, tuple[Point, ...]] = {}
        self.behind: dict[cst.CSTNode, Point] = {}
        around = _Around((), self.end, self.end, self.end)
        self.start = self._suite(body, self.end, around)

    def _suite(self, body: Sequence[cst.CSTNode], then: Point, around: _Around) -> Point:
        for statement in reversed(body):
            self.behind[statement] = then
            self._statement(statement, then, around)
            then = statement
        return then

    def _block(self, block: cst.BaseSuite, then: Point, around: _Around) -> Point:
        if isinstance(block, cst.IndentedBlock):
            return self._suite(block.body, then, around)
        return self._suite([block], then, around)

    def _statement(self, node: cst.CSTNode, then: Point, around: _Around) -> None:
        self.raising[node] = around.handlers
        if isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            self.following[node] = self._behind_line(node, then, around)
        elif isinstance(node, cst.If):
            self.following[node] = [
                self._block(node.body, then, around),
                self._else(node.orelse, then, around),
            ]
        elif isinstance(node, cst.For):
            self._loop(node, node.target, then, around)
            self.following[node] = [node.target]
        elif isinstance(node, cst.While):
            self._loop(node, node, then, around)
        elif isinstance(node, cst.With):
            inside = around
            if any(_swallows(item) for item in node.items):
                inside = replace(around, handlers=(*around.handlers, then))
            self.following[node] = [self._block(node.body, then, inside)]
        elif isinstance(node, (cst.Try, cst.TryStar)):
            self.following[node] = [self._try(node, then, around)]
        elif isinstance(node, cst.Match):
            self._match(node, then, around)
        else:
            self.following[node] = [then]

    def _behind_line(
        self,
        line: cst.SimpleStatementLine | cst.SimpleStatementSuite,
        then: Point,
        around: _Around,
    ) -> list[Point]:
        for small in line.body:
            if isinstance(small, cst.Return):
                return [around.leave]
            if isinstance(small, cst.Raise):
                return list(around.handlers)
            if isinstance(small, cst.Break):
                return [around.stop]
            if isinstance(small, cst.Continue):
                return [around.turn]
        return [then]

    def _else(self, node: cst.If | cst.Else | None, then: Point, around: _Around) -> Point:
        if node is None:
            return then
        if isinstance(node, cst.If):
            return self._suite([node], then, around)
        return self._block(node.body, then, around)

    def _loop(self, node: cst.For | cst.While, head: Point, then: Point, around: _Around) -> None:
        """The head decides on the next turn; `else` runs where no break ended the loop."""
        inside = replace(around, stop=then, turn=head)
        self.raising[head] = around.handlers
        turns = [self._block(node.body, head, inside)]
        if not (isinstance(node, cst.While) and _is_true(node.test)):
            turns.append(self._else(node.orelse, then, around))
        self.following[head] = turns

    def _try(self, node: cst.Try | cst.TryStar, then: Point, around: _Around) -> Point:
        if node.finalbody is not None:
            then, around = self._finally(node.finalbody, then, around)
        handlers: list[Point] = []
        for handler in node.handlers:
            self.raising[handler] = around.handlers
            self.following[handler] = [self._block(handler.body, then, around)]
            handlers.append(handler)
        done = self._else(node.orelse, then, around)
        # An error of a kind that no handler is for goes on outwards
        inside = replace(around, handlers=(*handlers, *around.handlers))
        return self._block(node.body, done, inside)

    def _finally(self, node: cst.Finally, then: Point, around: _Around) -> tuple[Point, _Around]:
        """The same suite on every way out: behind it, each of them may go on."""
        done = Join()
        ways = dict.fromkeys((then, *around.handlers, around.leave, around.stop, around.turn))
        self.following[done] = list(ways)
        start = self._block(node.body, done, around)
        return start, _Around((start,), start, start, start)

    def _match(self, node: cst.Match, then: Point, around: _Around) -> None:
        following = then
        for case in reversed(node.cases):
            self.raising[case] = around.handlers
            self.following[case] = [self._block(case.body, then, around), following]
            following = case
        self.following[node] = [following]


def _is_true(test: cst.BaseExpression) -> bool:
    """`while True`, `while 1`"""
    return getattr(test, "value", None) in ("True", "1")


def _swallows(item: cst.WithItem) -> bool:
    """`with contextlib.suppress(KeyError):`"""
    name = dotted(item.item.func) if isinstance(item.item, cst.Call) else None
    return (name or "").rpartition(".")[2] == "suppress"
