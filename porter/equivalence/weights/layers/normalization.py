"""Normalizations: Keras has other names, the arrays are alike."""

from __future__ import annotations

from typing import Any

import keras

from porter.equivalence.weights.layers.part import Part, alike


def scaled(layer: Any) -> list[Part]:
    return [alike("weight", "gamma"), alike("bias", "beta")]


def batch(layer: Any) -> list[Part]:
    return [
        *scaled(layer),
        alike("running_mean", "moving_mean"),
        alike("running_var", "moving_variance"),
        Part(("num_batches_tracked",), ()),  # torch reads it with momentum=None alone
    ]


KINDS = {
    keras.layers.BatchNormalization: batch,
    keras.layers.LayerNormalization: scaled,
    keras.layers.GroupNormalization: scaled,
}
