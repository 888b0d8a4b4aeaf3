"""Convolutions of 1 to 3 dimensions; a kernel is (*size, in, out) in Keras.

torch's weight is (out, in / groups, *size), and (in, out, *size) where the convolution is
transposed: Keras's transposed kernel is (*size, out, in). So both are the last two axes reversed
and put first.
"""

from __future__ import annotations

from typing import Any

import keras

from porter.equivalence.weights.layers.part import Part, alike, permuted


def convolution(layer: Any) -> list[Part]:
    size = range(layer.rank)
    return [
        permuted("weight", "kernel", layer.rank + 1, layer.rank, *size),
        alike("bias", "bias"),
    ]


KINDS = {
    keras.layers.Conv1D: convolution,
    keras.layers.Conv2D: convolution,
    keras.layers.Conv3D: convolution,
    keras.layers.Conv1DTranspose: convolution,
    keras.layers.Conv2DTranspose: convolution,
    keras.layers.Conv3DTranspose: convolution,
}
