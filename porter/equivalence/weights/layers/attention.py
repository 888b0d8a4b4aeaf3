"""torch.nn.MultiheadAttention is keras.layers.MultiHeadAttention(heads, embed_dim // heads).

torch stacks the projections of query, key and value, each (embed, embed), in one in_proj_weight;
with kdim or vdim they have a name each. Keras's kernels are (in, heads, size), its output kernel
(heads, size, embed).
"""

from __future__ import annotations

from typing import Any

import keras
import numpy as np

from porter.equivalence.events import Array
from porter.equivalence.weights.bond import Move
from porter.equivalence.weights.layers.part import Part, alike

PROJECTIONS = ("_query_dense", "_key_dense", "_value_dense")


def attention(layer: Any) -> list[Part]:
    heads = layer.num_heads
    kernels = tuple(f"{name}.kernel" for name in PROJECTIONS)
    biases = tuple(f"{name}.bias" for name in PROJECTIONS)
    stacked_to_torch, stacked_to_keras = _stacked(heads)
    return [
        Part(("in_proj_weight",), kernels, stacked_to_torch, stacked_to_keras),
        *(
            Part((f"{name}_proj_weight",), (kernel,), stacked_to_torch, _one(heads))
            for name, kernel in zip("qkv", kernels)
        ),
        Part(
            ("in_proj_bias",),
            biases,
            lambda *parts: (np.concatenate([part.reshape(-1) for part in parts]),),
            lambda bias: tuple(part.reshape(heads, -1) for part in np.split(bias, 3)),
        ),
        Part(
            ("out_proj.weight",),
            ("_output_dense.kernel",),
            lambda kernel: (kernel.reshape(-1, kernel.shape[-1]).T,),
            lambda weight: (weight.T.reshape(heads, -1, weight.shape[0]),),
        ),
        alike("out_proj.bias", "_output_dense.bias"),
    ]


def _stacked(heads: int) -> tuple[Move, Move]:
    def to_torch(*kernels: Array) -> tuple[Array, ...]:
        return (np.concatenate([kernel.reshape(kernel.shape[0], -1).T for kernel in kernels]),)

    def to_keras(weight: Array) -> tuple[Array, ...]:
        return tuple(_kernel(part, heads) for part in np.split(weight, 3))

    return to_torch, to_keras


def _one(heads: int) -> Move:
    return lambda weight: (_kernel(weight, heads),)


def _kernel(weight: Array, heads: int) -> Array:
    kernel: Array = weight.T.reshape(weight.shape[1], heads, -1)
    return kernel


KINDS = {keras.layers.MultiHeadAttention: attention}
