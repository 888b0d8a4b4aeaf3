"""Recurrent layers and cells: gates lie one after the other, each `units` wide.

torch's weights are (gates * units, in), Keras's kernels (in, gates * units). torch has two biases
that are added, b_ih + b_hh; Keras's LSTM and RNN have the sum alone, its GRU with reset_after=True
both as rows of one variable. What torch numbers as layers ("weight_ih_l1") is a list of layers in
a port, and "_reverse" the second direction of keras.layers.Bidirectional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import keras
import numpy as np

from porter.equivalence.events import Array
from porter.equivalence.weights.bond import Move
from porter.equivalence.weights.layers.part import Part
from porter.equivalence.weights.paths import NoSuchPath

Reorder = Callable[[Array], Array]


def unchanged(weight: Array) -> Array:
    """The gates of LSTM (i, f, g, o) and the one of RNN lie alike."""
    return weight


def swapped(weight: Array) -> Array:
    """GRU's gates are r, z, n in torch and z, r, n in Keras: the same swap in both directions."""
    first, second, third = np.split(weight, 3)
    return np.concatenate([second, first, third])


def layer(rnn: Any) -> Iterator[Part]:
    """A layer of torch's with num_layers=1."""
    return _parts(rnn.cell, "_l0", "cell.")


def directions(rnn: Any) -> Iterator[Part]:
    """A bidirectional layer of torch's."""
    for suffix, attribute in (("_l0", "forward_layer"), ("_l0_reverse", "backward_layer")):
        yield from _parts(getattr(rnn, attribute).cell, suffix, f"{attribute}.cell.")


def stack(layers: Any) -> Iterator[Part]:
    """The layers of a list, which torch has as one layer with num_layers=n."""
    for i, rnn in enumerate(layers):
        if isinstance(rnn, keras.layers.RNN):
            yield from _parts(rnn.cell, f"_l{i}", f"{i}.cell.")


def cell(rnn: Any) -> Iterator[Part]:
    """A cell of torch's, which numbers no layers."""
    return _parts(rnn, "", "")


def _parts(rnn: Any, suffix: str, owner: str) -> Iterator[Part]:
    gru = isinstance(rnn, keras.layers.GRUCell)
    if gru and not rnn.reset_after:
        raise NoSuchPath("reset_after=False is another formula than torch's GRU")
    reorder = swapped if gru else unchanged
    for leaf, attribute in (("weight_ih", "kernel"), ("weight_hh", "recurrent_kernel")):
        yield Part((leaf + suffix,), (owner + attribute,), *_kernel(reorder))
    biases = f"bias_ih{suffix}", f"bias_hh{suffix}"
    if gru:
        yield Part(biases, (owner + "bias",), *_rows(reorder))
    else:
        yield Part(biases, (owner + "bias",), _halves, _sum, merges=True)


def _kernel(reorder: Reorder) -> tuple[Move, Move]:
    return lambda kernel: (reorder(kernel.T),), lambda weight: (reorder(weight).T,)


def _rows(reorder: Reorder) -> tuple[Move, Move]:
    return (
        lambda bias: tuple(reorder(row) for row in bias),
        lambda *biases: (np.stack([reorder(bias) for bias in biases]),),
    )


def _halves(bias: Array) -> tuple[Array, ...]:
    return bias, np.zeros_like(bias)


def _sum(bias_ih: Array, bias_hh: Array) -> tuple[Array, ...]:
    return (bias_ih + bias_hh,)


KINDS = {
    keras.layers.LSTM: layer,
    keras.layers.GRU: layer,
    keras.layers.SimpleRNN: layer,
    keras.layers.Bidirectional: directions,
    list: stack,
    keras.layers.LSTMCell: cell,
    keras.layers.GRUCell: cell,
    keras.layers.SimpleRNNCell: cell,
}
