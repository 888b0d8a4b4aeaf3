"""Which interface of gym a program speaks, told by what it takes from step()."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from porter import cells, magics
from porter.source import Unreadable, read, syntax_tree

OLD, NEW = "old", "new"
FILES = 200  # of the program's folder, at most: beyond that it is no folder of one program
_STEP_VALUES = {4: OLD, 5: NEW}  # `done` became `terminated, truncated` in gym 0.26


def spoken(script: Path) -> str | None:
    """The interface that a script speaks, else that of the files beside, one folder below and in
    packages; the old one if none tells, and None if nothing imports gym. What can't be read tells
    nothing.
    """
    folder = script.parent
    packages = [path.parent for path in folder.glob("*/__init__.py")]
    inside = {path for package in packages for path in package.rglob("*.py")}
    beside = sorted({*folder.glob("*.py"), *folder.glob("*/*.py"), *inside} - {script})
    told: Counter[str] = Counter()
    imported = False
    for path in [script, *beside[:FILES]]:
        nodes = [*ast.walk(_parsed(path))]
        imported = imported or "gym" in {name.partition(".")[0] for name in _imports(nodes)}
        told.update(_interfaces(nodes))
        if imported and told:
            break
    return max(told, key=lambda one: told[one], default=OLD) if imported else None


def _interfaces(nodes: list[ast.AST]) -> Iterator[str]:
    """What each `... = env.step(action)` tells."""
    for node in nodes:
        if isinstance(node, ast.Assign) and _calls_step(node.value):
            for target in node.targets:
                size = len(target.elts) if isinstance(target, ast.Tuple) else 0
                if size in _STEP_VALUES:
                    yield _STEP_VALUES[size]


def _calls_step(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr == "step"


def _imports(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def _parsed(path: Path) -> ast.AST:
    """The tree; an empty one of what can't be read, which tells of itself when it runs."""
    try:
        text = read(str(path)).text
        if path.suffix == ".ipynb":
            text = magics.blanked(cells.program(text).text)
        return syntax_tree(text)
    except (Unreadable, cells.NotANotebook, SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
