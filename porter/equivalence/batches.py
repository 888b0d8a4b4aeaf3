"""A batch of NumPy arrays, in nested tuples, lists and dictionaries, for either framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def for_torch(batch: Any, precision: str) -> Any:
    """The batch as torch tensors; floats get the precision, other things stay as they are."""
    import torch

    return _each(batch, lambda array: torch.as_tensor(_cast(array, precision)))


def for_tensorflow(batch: Any, precision: str) -> Any:
    """The batch as TensorFlow tensors; floats get the precision, other things stay."""
    import tensorflow as tf

    return _each(batch, lambda array: tf.convert_to_tensor(_cast(array, precision)))


def _cast(array: Any, precision: str) -> Any:
    return array.astype(precision) if array.dtype.kind == "f" else array.copy()


def _each(batch: Any, make: Callable[[Any], Any]) -> Any:
    if isinstance(batch, np.ndarray):
        return make(batch)
    if isinstance(batch, dict):
        return {key: _each(value, make) for key, value in batch.items()}
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*(_each(value, make) for value in batch))
    if isinstance(batch, list | tuple):
        return type(batch)(_each(value, make) for value in batch)
    return batch
