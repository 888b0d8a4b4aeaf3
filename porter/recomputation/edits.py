"""What becomes of statements, and the new tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.recomputation.backward_slices import Frame
from porter.tree import dotted, is_expression, mapped


class Edits:
    """Collects the changes of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.names = {name.value for name in facts.index.all(cst.Name)}
        self.names |= {node.attr.value for node in facts.index.all(cst.Attribute)}
        definitions = facts.index.all(cst.FunctionDef, cst.ClassDef)
        self.names |= {node.name.value for node in definitions}
        self.become: dict[cst.CSTNode, list[Any]] = {}  # statement: what is there instead
        self.before: dict[cst.CSTNode, list[Any]] = {}
        self.after: dict[cst.CSTNode, list[Any]] = {}
        self.moved: set[cst.CSTNode] = set()  # lines that stand elsewhere now
        self.acting: list[str] = []  # the functions that a step of acting became …
        self.steps: list[str] = []  # … and those that compute one item for the update

    @property
    def any(self) -> bool:
        """Whether anything changes."""
        return bool(self.become)

    def fresh(self, *names: str) -> str:
        """The first of the names that nothing has, or the last with a number."""
        found = next((name for name in names if name not in self.names), "")
        number = 1
        while not found or found in self.names:
            number += 1
            found = f"{names[-1]}_{number}"
        self.names.add(found)
        return found

    def in_class(self, frame: Frame) -> bool:
        """Whether it is a method."""
        function = frame.function
        return function is not None and isinstance(
            self.parents.get(self.parents[function]), cst.ClassDef
        )

    def define(self, name: str, params: Sequence[str], body: list[Any], frame: Frame) -> str:
        """A function or method before another, or before the script's loop; how it is called."""
        method = self.in_class(frame)
        given = ["self", *params] if method else params
        new = cst.FunctionDef(
            cst.Name(name),
            cst.Parameters([cst.Param(cst.Name(param)) for param in given]),
            cst.IndentedBlock(body),
            leading_lines=[cst.EmptyLine(indent=False)] * (1 if method else 2),
        )
        self.before.setdefault(frame.before, []).insert(0, new)
        return f"self.{name}" if method else name

    def replace(self, statement: cst.CSTNode, new: Mapping[Any, Any]) -> None:
        """Other expressions in a statement, which may have changed already."""
        self.become[statement] = [
            replaced(one, new) for one in self.become.get(statement, [statement])
        ]

    def module(self) -> cst.Module:
        """The new program."""
        found = self._mapped(self.facts.module)
        assert isinstance(found, cst.Module)
        return found

    def _mapped(self, node: Any) -> Any:
        if is_expression(node) or isinstance(node, cst.SimpleStatementLine):
            return node
        new = mapped(node, self._mapped)
        if not isinstance(new, (cst.Module, cst.IndentedBlock)):
            return new
        body: list[Any] = []
        left: list[cst.EmptyLine] = []  # comments of lines that go
        for old, statement in zip(node.body, new.body):
            body += self.before.get(old, [])
            lines = self.become.get(old, [statement])
            if old in self.before and isinstance(old, cst.FunctionDef) and not old.leading_lines:
                apart = [cst.EmptyLine(indent=False)]  # the one above belongs to what is above
                lines = [statement.with_changes(leading_lines=apart)]
            if left and lines:
                above = [*left, *lines[0].leading_lines]
                lines, left = [lines[0].with_changes(leading_lines=above), *lines[1:]], []
            if not lines:
                left += _comments(old) if old not in self.moved else []
            body += [*lines, *self.after.get(old, [])]
        same = len(body) == len(new.body) and all(a is b for a, b in zip(body, new.body))
        return new if same else new.with_changes(body=body)


def _comments(line: Any) -> list[cst.EmptyLine]:
    """The comments above and behind a line, as lines."""
    above = [one for one in line.leading_lines if one.comment is not None]
    behind = _end(line).comment
    return above if behind is None else [*above, cst.EmptyLine(comment=behind)]


def stated(text: str, like: Any, above: Sequence[cst.EmptyLine] = ()) -> Any:
    """A new line that is made of an old one: it has the same end, with its comment."""
    new = cst.parse_statement(text)
    return new.with_changes(trailing_whitespace=_end(like), leading_lines=above)


def _end(statement: Any) -> cst.TrailingWhitespace:
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.trailing_whitespace
    header = statement.body.header
    assert isinstance(header, cst.TrailingWhitespace)
    return header


def replaced(node: Any, new: Mapping[Any, Any]) -> Any:
    """The node with others in the place of some below it."""
    return new[node] if node in new else mapped(node, lambda child: replaced(child, new))


def copied(node: Any, renamed: Mapping[str, str]) -> Any:
    """A statement or expression once more; a line has the same end, for it comes from the same."""
    new = _renamed(node.deep_clone(), renamed)
    if isinstance(node, cst.SimpleStatementLine):
        return new.with_changes(trailing_whitespace=node.trailing_whitespace, leading_lines=())
    return new


def _renamed(node: Any, renamed: Mapping[str, str]) -> Any:
    name = dotted(node)
    if name is not None and name in renamed and is_expression(node):
        return cst.parse_expression(renamed[name])
    return mapped(node, lambda child: _renamed(child, renamed))
