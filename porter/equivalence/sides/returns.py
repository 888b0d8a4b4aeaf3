"""What the program's functions and methods return that act, predict or evaluate."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

from porter.equivalence.events import Array, Arrays

NAMES = re.compile(
    r"act|(select|choose|get|take|pick|sample|best|greedy)_(\w+_)?actions?(_and_\w+)?"
    r"|predict(_\w+)?|evaluate(_\w+)?|get_values?"
)
AsArray = Callable[[Any], Array | None]


class Returns:
    """Calls `returned(name, result)` when such a function or method of the program is over."""

    def __init__(self, returned: Callable[[str, Any], None]) -> None:
        self.returned = returned

    def watch(self, cls: type) -> None:
        for name, method in list(vars(cls).items()):
            if _answers(name, method):
                setattr(cls, name, self._watched(method, f"{cls.__name__}.{name}"))

    def function(self, function: FunctionType) -> Callable[..., Any]:
        """The function of a module, watched if it is such a one."""
        name = function.__name__
        return self._watched(function, name) if _answers(name, function) else function

    def _watched(self, method: Callable[..., Any], name: str) -> Callable[..., Any]:
        returned = self.returned

        @functools.wraps(method)
        def watched(*args: Any, **keywords: Any) -> Any:
            result = method(*args, **keywords)
            returned(name, result)
            return result

        return watched


def _answers(name: str, function: object) -> bool:
    plain = inspect.isfunction(function) and not inspect.isgeneratorfunction(function)
    return plain and NAMES.fullmatch(name.strip("_")) is not None


def arrays_of(result: Any, as_array: AsArray) -> Arrays:
    """The numbers of a result by their places in it; `as_array` knows the framework's tensors.

    How wide they are is not looked at, and what is no number is left out.
    """
    return {path: _wide(array) for path, array in _leaves(result, "", as_array)}


def _leaves(value: Any, path: str, as_array: AsArray) -> Iterator[tuple[str, Array]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}[{key!r}]", as_array)
    elif isinstance(value, tuple | list):
        for i, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{i}]", as_array)
    elif isinstance(value, bool | int | float | np.ndarray | np.generic):
        yield path, np.array(value)
    else:
        array = as_array(value)
        if array is not None:
            yield path, array


def _wide(array: Array) -> Array:
    wide = {"f": np.float64, "b": np.int64, "i": np.int64, "u": np.int64}.get(array.dtype.kind)
    return array.astype(wide) if wide else np.array(str(array.tolist()))
