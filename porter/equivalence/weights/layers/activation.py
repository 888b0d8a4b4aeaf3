"""Activations with weights."""

from __future__ import annotations

from typing import Any

import keras

from porter.equivalence.weights.layers.part import Part, alike


def prelu(layer: Any) -> list[Part]:
    return [alike("weight", "alpha")]


KINDS = {keras.layers.PReLU: prelu}
