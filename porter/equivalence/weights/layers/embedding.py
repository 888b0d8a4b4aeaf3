"""torch.nn.Embedding: a row for each index in both frameworks."""

from __future__ import annotations

from typing import Any

import keras

from porter.equivalence.weights.layers.part import Part, alike


def embedding(layer: Any) -> list[Part]:
    return [alike("weight", "embeddings")]


KINDS = {keras.layers.Embedding: embedding}
