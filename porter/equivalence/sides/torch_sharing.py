"""Tensors of float32 arrays go on sharing the array's memory where all floats are float64.

`torch.from_numpy(a)` is a copy then. It gets the array's numbers again whenever a function of torch
reads it, and what a function writes into it goes to the array.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

_from_numpy = torch.from_numpy
_ALONE = 3  # references to an array that nobody but the caller's expression has


class _Sharing(TorchFunctionMode):  # type: ignore[misc]
    """Keeps tensors and arrays the same."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        keywords = kwargs or {}
        shared = list(_shared((*args, *keywords.values())))
        for tensor, array in shared:
            tensor.data.copy_(_from_numpy(array))
        name = getattr(func, "__name__", "")
        if name == "numpy" and shared and args[0].shape == shared[0][1].shape:
            return shared[0][1]
        result = func(*args, **keywords)
        if shared and (_writes(name) or "out" in keywords):
            for tensor, array in shared:
                array[...] = tensor.detach().numpy()
        for tensor, _ in shared:
            _remember(result, tensor)
        return result


def _remember(result: Any, whole: torch.Tensor) -> None:
    """Note that a result shares memory with a tensor, where torch itself keeps no base:
    `x.detach()`, `x.data`."""
    if isinstance(result, torch.Tensor) and result is not whole and result._base is None:
        if result.untyped_storage().data_ptr() == whole.untyped_storage().data_ptr():
            result.shared_whole = whole


_sharing: list[_Sharing] = []  # entered once a program has such a tensor


def share(tensor: torch.Tensor, array: Any) -> torch.Tensor:
    """The tensor, which changes with the array from now on, if anybody else has that."""
    if not isinstance(array, np.ndarray) or array.dtype != np.float32:
        return tensor
    if array.base is None and sys.getrefcount(array) <= _ALONE:
        return tensor
    if not _sharing:
        _sharing.append(_Sharing())
        _sharing[0].__enter__()
    tensor.shared_array = array
    return tensor


def _shared(values: Iterable[Any]) -> Iterator[tuple[torch.Tensor, Any]]:
    """The tensors among arguments that share an array's memory, or are views of one that does."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from _shared(value)
        elif isinstance(value, torch.Tensor):
            whole = value if value._base is None else value._base
            whole = getattr(whole, "shared_whole", whole)
            array = getattr(whole, "shared_array", None)
            if array is not None:
                yield whole, array


def _writes(name: str) -> bool:
    """mul_, __setitem__, __iadd__"""
    inner = name.startswith("__")
    return name == "__setitem__" or name.startswith("__i") if inner else name.endswith("_")
