"""A network of a program, loaded without running the program."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from porter.equivalence.modules.report import CannotCheck
from porter.equivalence.modules.run import reason
from porter.source import Unreadable, read, syntax_tree

_BRANCHES = (ast.If, ast.Try)


def parsed(path: Path) -> ast.Module:
    """The file's tree. Raises CannotCheck."""
    try:
        return syntax_tree(read(str(path)).text)
    except Unreadable as error:
        raise CannotCheck(f"{path}: {error.message}; {error.hint}") from error
    except (SyntaxError, ValueError, RecursionError) as error:
        raise CannotCheck(f"{path}: cannot be parsed: {error}; correct the file") from error


def load(path: Path, name: str) -> Any:
    """The class, function or object of this name, from a file.

    Of the module's statements, only the definitions, imports and assignments are executed which it
    depends on; loops, calls and what stands under `__name__ == "__main__"` never. Raises
    CannotCheck.
    """
    tree = parsed(path)
    wanted = needed(tree, name)
    program = types.ModuleType(f"porter_checked_{path.stem}")
    program.__file__ = str(path)
    sys.modules[program.__name__] = program  # AutoGraph and inspect look the source up by it
    before = set(sys.modules)
    sys.path.insert(0, str(path.parent))
    arguments, sys.argv = sys.argv, [str(path)]
    try:
        exec(compile(ast.Module(wanted, []), str(path), "exec"), program.__dict__)
    except (Exception, SystemExit) as error:
        raise CannotCheck(f"{path}: loading {name} failed: {reason(error, str(path))}") from error
    finally:
        sys.argv = arguments
        sys.path.remove(str(path.parent))
        _forget_neighbours(path.parent, set(sys.modules) - before)
    if not hasattr(program, name):
        raise CannotCheck(f"{path} has no {name} at its top level; it has {_classes(tree)}")
    return getattr(program, name)


def needed(tree: ast.Module, name: str) -> list[ast.stmt]:
    """The top-level statements that the definition of a name depends on, in order."""
    candidates = [s for s in tree.body if _defines(s) and not _is_main(s)]
    names = {name, "*"}
    chosen: set[int] = set()
    grown = True
    while grown:
        found = {i for i, s in enumerate(candidates) if names & set(_bound(s)) and i not in chosen}
        chosen |= found
        names |= {n for i in found for n in _used(candidates[i])}
        grown = bool(found)
    return [s for i, s in enumerate(candidates) if i in chosen or _is_future(s)]


def _defines(statement: ast.stmt) -> bool:
    return isinstance(
        statement,
        ast.Import
        | ast.ImportFrom
        | ast.FunctionDef
        | ast.ClassDef
        | ast.Assign
        | ast.AnnAssign
        | ast.AugAssign
        | ast.If
        | ast.Try,
    )


def _is_main(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "__name__" in _used(statement.test)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, or changes."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".")[0]
    elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, _BRANCHES):
        for child in ast.walk(statement):
            if child is not statement and isinstance(child, ast.stmt) and _defines(child):
                yield from _bound(child)
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            yield from _owners(target)


def _owners(target: ast.expr) -> Iterator[str]:
    """Names that an assignment is to: a of `a`, `a.b`, `a[i]` and `a, c`."""
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _owners(element)


def _used(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _classes(tree: ast.Module) -> str:
    names = [s.name for s in tree.body if isinstance(s, ast.ClassDef)]
    return f"the classes {', '.join(names)}" if names else "no classes"


def _forget_neighbours(folder: Path, names: set[str]) -> None:
    """The original and its port can have different neighbours of the same name."""
    for name in names:
        file = getattr(sys.modules[name], "__file__", None)
        if file and Path(file).resolve().is_relative_to(folder.resolve()):
            if "site-packages" not in file:
                del sys.modules[name]
