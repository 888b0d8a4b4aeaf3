"""One entry of a layer kind: torch tensors and the attributes of the Keras layer that hold them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from porter.equivalence.events import Array
from porter.equivalence.weights.bond import Move, same


@dataclass(frozen=True)
class Part:
    """A Bond by names: torch's below the layer, and Keras's attributes, both maybe dotted.

    Without attributes, the Keras layer has no use for torch's tensor.
    """

    leaves: tuple[str, ...]
    attributes: tuple[str, ...]
    to_torch: Move = same
    to_keras: Move = same
    merges: bool = False


def alike(leaf: str, attribute: str) -> Part:
    """A tensor that lies alike in both frameworks."""
    return Part((leaf,), (attribute,))


def permuted(leaf: str, attribute: str, *axes: int) -> Part:
    """A tensor whose axes `axes` in Keras are the axes 0, 1, … in torch."""
    back = tuple(int(i) for i in np.argsort(axes))

    def to_torch(array: Array) -> tuple[Array, ...]:
        return (array.transpose(axes),)

    def to_keras(array: Array) -> tuple[Array, ...]:
        return (array.transpose(back),)

    return Part((leaf,), (attribute,), to_torch, to_keras)
