"""Importing ports under TensorFlow where torch is forbidden, each in a process of its own.

Packages that a project wants and this machine lacks (gym, envpool, hydra ...) are stood in for:
the port is looked at here, not its environment. A file that trains as soon as it is imported is
run without its loops and its calls: its imports, definitions and settings only.
"""

import ast
import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from corpus_copies import ask, serve
from corpus_facts import FORBIDDEN, imported, python_of, tree_of

from porter.files import SUFFIXES

WHOLE, DEFINITIONS = "whole", "definitions only: it runs at import"
_SECONDS = 60.0
_LOOPS = (ast.For, ast.While, ast.With)


def import_ports(ports: Sequence[tuple[Path, Path]]) -> list[str]:
    """WHOLE, DEFINITIONS, or why not, with what stood in for packages; of (port, its project)."""
    orders = [(str(path.resolve()), str(root.resolve())) for path, root in ports]
    return list(ask(__file__, orders))


def _import(file: str, project: str, _: int) -> str:
    """Import one file; what came."""
    path, root = Path(file), Path(project)
    os.chdir(root)
    tree = ast.parse(python_of(path))
    stand_ins = StandIns(absent(root))
    sys.path[:0] = [str(path.parent), str(root)]
    sys.meta_path.append(stand_ins)
    sys.argv = [str(path)]
    whole = path.suffix != ".ipynb" and not _runs(tree)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            _execute(tree.body if whole else _definitions(tree), path, root, whole)
        found = WHOLE if whole else DEFINITIONS
    except BaseException as error:  # whatever somebody's file raises is the result
        found = f"failed: {type(error).__name__}: {' '.join(str(error).split())[:160]}"
    used = ", ".join(sorted(stand_ins.used))
    return f"{found} (stand-ins: {used})" if used else found


def _runs(tree: ast.Module) -> bool:
    """Whether importing the file does its work: loops, or calls of its own functions."""
    own = {s.name for s in tree.body if isinstance(s, ast.FunctionDef)}
    return any(isinstance(s, _LOOPS) or _calls(s, own) for s in tree.body)


def _calls(statement: ast.stmt, names: set[str]) -> bool:
    if not isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign)):
        return False
    called = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Name) and function.id in names for function in called)


def _definitions(tree: ast.Module) -> list[ast.stmt]:
    """Imports, functions, classes, and assignments that do not call a function of the file."""
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Try, ast.Assign)
    own = {s.name for s in tree.body if isinstance(s, ast.FunctionDef)}
    return [s for s in tree.body if isinstance(s, kinds) and not _calls(s, own)]


def _execute(part: Sequence[ast.stmt], file: Path, root: Path, whole: bool) -> None:
    """Run the statements as a module of the file's name, in its package."""
    folder = file.parent.relative_to(root)
    package = ".".join(folder.parts) if (file.parent / "__init__.py").exists() else ""
    module = ModuleType(f"{package}.{file.stem}" if package else file.stem)
    module.__file__, module.__package__ = str(file), package
    sys.modules[module.__name__] = module
    for statement in part:
        code = compile(ast.Module([statement], []), str(file), "exec")
        try:
            exec(code, module.__dict__)
        except Exception:
            # An assignment may need what was left out above it.
            if whole or not isinstance(statement, ast.Assign):
                raise


class StandIns(MetaPathFinder, Loader):
    """Makes a module of anything for packages that are not installed."""

    def __init__(self, absent: set[str]) -> None:
        self.absent = absent
        self.used: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if top not in self.absent:
            return None
        self.used.add(top)
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = ModuleType(spec.name)
        module.__getattr__ = lambda name: _member(name)
        module.__path__ = []
        return module

    def exec_module(self, module: ModuleType) -> None:
        pass


class _Anything(type):
    """A class that has every attribute."""

    def __getattr__(cls, name: str) -> Any:
        return _member(name)

    def __getitem__(cls, key: object) -> Any:
        return _Stand()

    def __lt__(cls, other: object) -> bool:
        return False

    __gt__ = __lt__


class _Stand(metaclass=_Anything):
    """An object that can be made, called and asked for anything; a decorator that does nothing."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return _member(name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else _Stand()

    def __getitem__(self, key: object) -> Any:
        return _Stand()

    def __index__(self) -> int:
        return 1

    __int__ = __index__

    def __float__(self) -> float:
        return 1.0


def _member(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (_Stand,), {})


def absent(root: Path) -> set[str]:
    """The packages that the project imports, but neither has nor finds installed."""
    found = (python_of(file) for suffix in SUFFIXES for file in root.rglob(f"*{suffix}"))
    trees = filter(None, map(tree_of, found))
    names: set[str] = set().union(*map(imported, trees))
    own = {path.stem for path in root.rglob("*")}
    search = [path for path in sys.path if path != str(root)]
    return {
        name
        for name in names - own - set(FORBIDDEN) - sys.stdlib_module_names
        if PathFinder.find_spec(name, search) is None
    }


if __name__ == "__main__":
    serve(_import, _SECONDS)
