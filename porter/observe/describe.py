"""What a value is, in the terms of evidence; nothing of what is in it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any

from porter.evidence.model import MOST_ITEMS, Value

_PLAIN = {
    bool: Value("number", "bool"),
    int: Value("number", "int"),
    float: Value("number", "float"),
    str: Value("text"),
    type(None): Value("none"),
    list: Value("list"),
    dict: Value("dict"),
}
_OTHERS = {"Size": "size", "device": "device", "dtype": "dtype"}  # classes of torch's


class Describer:
    """Describes values; `file_of` gives a file of the program its name, by its path."""

    def __init__(self, file_of: Callable[[str], str | None]) -> None:
        self.file_of = file_of
        # How values of a type are told apart: None where the type says all
        self.keys: dict[type, Callable[[Any], Hashable] | None] = dict.fromkeys(_PLAIN)

    def learn(self, kind: type) -> None:
        """A type that was not seen before."""
        if _is(kind, "torch", "Tensor"):
            self.keys[kind] = lambda value: (
                *(kind, value.dtype, value.shape, value.requires_grad and value.is_leaf),
            )
        elif _is(kind, "numpy", "ndarray"):
            self.keys[kind] = lambda value: (kind, value.dtype, value.shape)
        elif _is_tuple(kind):
            self.keys[kind] = self._tuple_key
        else:
            self.keys[kind] = None

    def _tuple_key(self, value: tuple[Any, ...]) -> Hashable:
        if len(value) > MOST_ITEMS:
            return tuple
        return (tuple, *map(self.value, value))

    def value(self, value: Any) -> Value:
        """The kind of a value, with its size."""
        kind = type(value)
        if kind in _PLAIN:
            return _PLAIN[kind]
        if _is_tuple(kind):
            few = len(value) <= MOST_ITEMS
            items = tuple(self.value(item).sort for item in value) if few else None
            return Value("tuple", items=items)
        if _is(kind, "torch", "Tensor"):
            leaf = _is(kind, "torch.nn", "Parameter") or (value.requires_grad and value.is_leaf)
            name = str(value.dtype).removeprefix("torch.")
            return Value("parameter" if leaf else "tensor", name, tuple(map(int, value.shape)))
        if _is(kind, "numpy", "ndarray"):
            return Value("array", value.dtype.name, tuple(value.shape))
        if _is(kind, "numpy", "generic"):
            return Value("scalar", value.dtype.name)
        module, _, name = f"{kind.__module__}.{kind.__qualname__}".rpartition(".")
        if module == "torch" and name in _OTHERS:
            return Value(_OTHERS[name])
        return self._object(kind)

    @staticmethod
    def is_tensor(value: Any) -> bool:
        """Whether it is one of torch's."""
        return _is(type(value), "torch", "Tensor")

    def _object(self, kind: type) -> Value:
        """An object by its class, which is the program's own or a library's."""
        sort = "object"
        if _is(kind, "torch.nn", "Module"):
            sort = "network"
        elif _is(kind, "torch.optim", "Optimizer"):
            sort = "optimizer"
        path = getattr(sys.modules.get(kind.__module__), "__file__", None)
        file = self.file_of(path) if path else None
        if file is not None:
            return Value(sort, kind.__qualname__, file=file)
        return Value(sort, f"{kind.__module__}.{kind.__qualname__}")


def _is_tuple(kind: type) -> bool:
    """A plain one, or one of torch's with names: what sort() gives."""
    return kind is tuple or (kind.__module__ == "torch.return_types" and issubclass(kind, tuple))


def _is(kind: type, module: str, name: str) -> bool:
    """Whether a type is of a library's class, if the program has imported that."""
    known = getattr(sys.modules.get(module), name, None)
    return isinstance(known, type) and issubclass(kind, known)
