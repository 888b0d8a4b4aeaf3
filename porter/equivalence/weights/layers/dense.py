"""torch.nn.Linear is keras.layers.Dense: weight (out, in), kernel (in, out)."""

from __future__ import annotations

from typing import Any

import keras

from porter.equivalence.weights.layers.part import Part, alike, permuted


def dense(layer: Any) -> list[Part]:
    return [permuted("weight", "kernel", 1, 0), alike("bias", "bias")]


KINDS = {keras.layers.Dense: dense}
