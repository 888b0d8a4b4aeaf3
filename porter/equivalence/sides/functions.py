"""Hooks into the functions of the program's modules, as they are defined."""

from __future__ import annotations

import inspect
import runpy
from collections import UserDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any
from unittest import mock

Hook = Callable[[FunctionType], Any]
Names = dict[str, Any]


class _Defining(UserDict[str, Any]):
    """The names of a module while its lines run; a function gets there through the hook."""

    def __init__(self, names: Names, hook: Hook) -> None:
        self.data = names
        self._hook = hook

    def __setitem__(self, name: str, value: Any) -> None:
        own = inspect.isfunction(value) and value.__globals__ is self.data
        self.data[name] = self._hook(value) if own and value.__name__ == name else value


@contextmanager
def on_new_functions(hook: Hook, is_own: Callable[[str], bool]) -> Iterator[None]:
    """Bind what `hook` makes of each function that a module of the program defines meanwhile.

    Functions inside of functions and of classes do not go there.
    """
    import_ = SourceFileLoader.exec_module

    def run(code: CodeType, names: Names) -> None:
        exec(code, names, _Defining(names, hook))

    def imported(loader: SourceFileLoader, module: ModuleType) -> None:
        code = loader.get_code(module.__name__) if is_own(loader.path) else None
        if code is not None:
            run(code, vars(module))
        else:
            import_(loader, module)

    with (
        mock.patch.object(SourceFileLoader, "exec_module", imported),
        mock.patch.object(runpy, "exec", run, create=True),  # which runs the script
    ):
        yield
