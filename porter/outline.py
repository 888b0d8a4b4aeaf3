"""The statements of a file, one by one: where each stands, its code, and what it is about."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from porter.source import syntax_tree

# The same thing is called by another name in a port.
_TWINS = {"call": "forward", "apply": "step", "apply_gradients": "step"}


@dataclass(frozen=True)
class Statement:
    """A simple statement, or the head of a compound one."""

    line: int  # where it begins; of a def or class, the line of its name
    first: int  # the same, or the first decorator's
    last: int
    place: str  # the class and function that it stands in: "TD3.train"
    text: str  # its code, without comments and line breaks
    names: str  # what it defines, assigns or calls: "= self.actor"
    depth: int  # how many statements it stands in


def outline(text: str) -> tuple[Statement, ...]:
    """The statements in the order of the file; raises SyntaxError."""
    return tuple(_below(syntax_tree(text), "", 0))


def _below(node: ast.AST, place: str, depth: int) -> Iterator[Statement]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            continue
        inner = place
        if isinstance(child, ast.stmt):
            yield _statement(child, place, depth)
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner = f"{place}.{_twin(child.name)}".lstrip(".")
        yield from _below(child, inner, depth + 1)


def _statement(node: Any, place: str, depth: int) -> Statement:
    first, last = first_line(node), node.end_lineno
    head = node
    if hasattr(node, "body"):  # compound
        last = max(node.lineno, first_line(node.body[0]) - 1)
        head = copy.copy(node)
        head.body = [ast.Pass()]
        for name in ("decorator_list", "orelse", "handlers", "finalbody"):
            if hasattr(node, name):
                setattr(head, name, [])
    elif isinstance(node, ast.Match):
        last = node.cases[0].pattern.lineno - 1
        head = ast.Expr(node.subject)
    text = ast.unparse(head)
    return Statement(node.lineno, first, last, place, text, _names(node) or text, depth)


def first_line(node: Any) -> int:
    """The first line of a statement, decorators included."""
    found: int = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    return found


def _names(node: ast.stmt) -> str:
    """What a statement defines, assigns or calls; "" where the code itself has to tell."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return f"def {_twin(node.name)}"
    if isinstance(node, ast.Assign):
        return "= " + ", ".join(map(ast.unparse, node.targets))
    if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        return f"= {ast.unparse(node.target)}"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        owner, _, name = ast.unparse(node.value.func).rpartition(".")
        return f"() {owner}.{_twin(name)}"
    return "return" if isinstance(node, ast.Return) else ""


def _twin(name: str) -> str:
    return _TWINS.get(name, name)
