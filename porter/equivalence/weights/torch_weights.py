"""Torch's side of weights: a module's tensors as NumPy arrays, by path. No Keras here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from porter.equivalence.events import Array, Arrays
from porter.equivalence.weights.bond import TransferError


def as_numpy(tensor: torch.Tensor) -> Array:
    """A copy as an array. bfloat16, which NumPy lacks, becomes float32: every value is kept."""
    tensor = tensor.detach().cpu()
    if tensor.dtype is torch.bfloat16:
        tensor = tensor.float()
    return np.array(tensor.numpy())


def weighed(loss: torch.Tensor, gradient: Any = None, *_: Any, **given: Any) -> Array:
    """What a backward is of, with its arguments: with weights of the elements it is the sum that
    has the same gradient."""
    weights = given.get("grad_outputs", gradient)
    if isinstance(weights, (list, tuple)) and len(weights) == 1:
        weights = weights[0]
    if not isinstance(weights, torch.Tensor):
        return as_numpy(loss)
    return as_numpy((loss.detach() * weights.detach()).sum())


def torch_weights(module: torch.nn.Module) -> Arrays:
    """A module's parameters and saved buffers: {path: array}."""
    return {path: as_numpy(tensor) for path, tensor in module.state_dict().items()}


def write_torch(module: torch.nn.Module, arrays: Arrays) -> None:
    """Set parameters and buffers by path; see `write_tensors`."""
    write_tensors(module.state_dict(), arrays)


def write_tensors(state: Mapping[str, torch.Tensor], arrays: Arrays) -> None:
    """Set the tensors of a state dict in place; on TransferError, none is changed.

    Raises TransferError for a path that it lacks, for another shape, and for values that the
    tensor's dtype would round.
    """
    new: dict[str, torch.Tensor] = {}
    for path, array in arrays.items():
        if path not in state:
            raise TransferError(f"{path}: PyTorch's network has no such weight")
        new[path] = as_tensor(path, array, state[path])
    with torch.no_grad():
        for path, tensor in new.items():
            state[path].data.copy_(tensor)  # a graph that is alive does not notice


def as_tensor(path: str, array: Array, like: torch.Tensor) -> torch.Tensor:
    """The array as a tensor of this shape and dtype. Raises TransferError."""
    if tuple(like.shape) != array.shape:
        raise TransferError(f"{path}: shape {tuple(like.shape)} expected, {array.shape} found")
    tensor = torch.from_numpy(np.array(array))
    cast = tensor.to(like.dtype)
    if not torch.equal(cast.to(tensor.dtype).nan_to_num(), tensor.nan_to_num()):
        raise TransferError(f"{path}: {array.dtype} values don't fit into {like.dtype}")
    return cast
