"""Where a program still asks for torch: imports, and what names it in a text that is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from porter.findings import Finding, Severity
from porter.infer.names import is_torch
from porter.source import syntax_tree

_MAY_BE = re.compile(
    r"(?:^|[:;])\s*(?:import|from)\s+.*\btorch(?!_compat\b)"
    r"|\bimport_module\s*\(|(?<![.\w])(?:__import__|eval|exec|compile)\s*\(|\bsys\.modules\b",
    re.M,
)
_WORD = re.compile(r"\btorch\b")
_IMPORTERS = frozenset({"__import__", "import_module", "importlib.import_module"})
_RUNNERS = frozenset({"eval", "exec", "compile"})
_ASKING = (ast.Import, ast.ImportFrom, ast.Subscript, ast.Call)


@dataclass(frozen=True)
class Left:
    """One such place: what it does with torch, and what to do instead."""

    line: int
    column: int
    what: str
    hint: str


def findings(path: str, text: str, original: str) -> list[Finding]:
    """What a port still asks of torch, at the places of the original."""
    left = find(text)
    places = find(original) if left else []
    found = []
    for one in left:
        place = next((p for p in places if p.what == one.what), Left(1, 1, "", ""))
        places = [other for other in places if other is not place]
        where = place.line, place.column
        found.append(Finding(path, *where, "P104", Severity.ERROR, one.what, one.hint))
    return found


def find(text: str) -> list[Left]:
    """All places of a text that parses."""
    if not _MAY_BE.search(text) or not _WORD.search(text):
        return []
    nodes = (node for node in ast.walk(syntax_tree(text)) if isinstance(node, _ASKING))
    return [left for node in nodes for left in _left(node)]


def _left(node: ast.AST) -> Iterator[Left]:
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        names = [node.module]
    hint = "write what needs it with TensorFlow, and take the import away"
    for name in filter(is_torch, names):
        assert isinstance(node, ast.stmt)
        yield Left(node.lineno, node.col_offset + 1, f"{name} is still imported", hint)
    if isinstance(node, ast.Subscript) and _name(node.value) == "sys.modules":
        yield from _named(node, node.slice)
    elif isinstance(node, ast.Call) and node.args:
        called = _name(node.func)
        if called in _IMPORTERS:
            yield from _named(node, node.args[0])
        elif called in _RUNNERS:
            yield from _run(node, called)


def _name(node: ast.expr) -> str:
    """importlib.import_module; "" of what is no name, or one of a name."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _named(node: ast.expr, name: ast.expr) -> Iterator[Left]:
    """importlib.import_module("torch")"""
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and is_torch(name.value):
        hint = "import it with an import statement, which porter follows"
        what = f"{name.value} is asked for by its name"
        yield Left(node.lineno, node.col_offset + 1, what, hint)


def _run(node: ast.Call, called: str) -> Iterator[Left]:
    """eval("torch.ones(2)")"""
    parts = [part for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
    if any(isinstance(part.value, str) and _WORD.search(part.value) for part in parts):
        hint = "write the code itself, which porter ports"
        yield Left(
            node.lineno, node.col_offset + 1, f"{called}() runs a text with torch in it", hint
        )
