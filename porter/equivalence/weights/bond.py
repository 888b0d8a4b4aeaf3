"""What belongs together in the two frameworks, and how the arrays are moved over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from porter.equivalence.events import Array

Move = Callable[..., tuple[Array, ...]]


class TransferError(Exception):
    """Arrays that can't be moved over; the text is for the user."""


@dataclass(frozen=True)
class Bond:
    """Torch tensors, by path, and the Keras variables that hold the same numbers.

    Mostly one of each. torch's `in_proj_weight` is three kernels in Keras, a GRU's two biases are
    one variable. `to_torch` takes an array for each variable and gives one for each path;
    `to_keras` is the way back. They move values and also gradients and optimizer slots, unless
    `merges` says that numbers are added up on the way.
    """

    paths: tuple[str, ...]
    variables: tuple[Any, ...]
    to_torch: Move
    to_keras: Move
    merges: bool = False

    def torch_shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shapes that the arrays have in torch, one for each path."""
        empty = [np.broadcast_to(np.float32(0), tuple(v.shape)) for v in self.variables]
        return tuple(array.shape for array in self.to_torch(*empty))


def same(*arrays: Array) -> tuple[Array, ...]:
    """The move of what lies alike in both frameworks."""
    return arrays
