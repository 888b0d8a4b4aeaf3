"""float64 for a PyTorch program that says float32: `use("float64")` before anything is built."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch

from porter.equivalence.sides.torch_sharing import share


def use(precision: str) -> None:
    """Make every float of the program this precision.

    What it calls float32 is float64 then: the names, `.float()`, and float32 arrays of NumPy as
    they enter. The arrays themselves stay as they are, the same on both sides.
    """
    torch.set_num_threads(1)
    _without_tensorflow()
    if torch.cuda.is_available():  # one thread of a CPU repeats itself anyway
        torch.use_deterministic_algorithms(True, warn_only=True)
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
    if precision == "float32":
        return
    torch.set_default_dtype(torch.float64)
    # What torch.load() knows of dtypes, made while their names mean what they say
    torch.storage._dtype_to_storage_type_map()
    torch.storage._storage_type_to_dtype_map()
    single = torch.float32
    torch.float32 = torch.float = torch.float64
    torch.FloatTensor = torch.DoubleTensor
    torch.Tensor.float = torch.Tensor.double
    for name in ("from_numpy", "tensor", "as_tensor"):
        setattr(torch, name, _widened(getattr(torch, name), single))


def _without_tensorflow() -> None:
    """TensorBoard imports all of TensorFlow where that is installed, six seconds, to write files;
    it writes the same ones without."""
    sys.modules.setdefault("tensorboard.compat.notf", ModuleType("tensorboard.compat.notf"))


def _widened(make: Callable[..., Any], single: Any) -> Callable[..., Any]:
    """A constructor of tensors that makes float64 of float32 arrays, and shares their memory if it
    did."""
    shares = make.__name__ != "tensor"

    def widened(data: Any, *args: Any, **keywords: Any) -> Any:
        tensor = make(data, *args, **keywords)
        if isinstance(data, torch.Tensor):
            return tensor
        if tensor.dtype == single:
            tensor = tensor.to(torch.float64)
        return share(tensor, data) if shares and tensor.dtype == torch.float64 else tensor

    return widened
