"""Every kind of layer computes the same after its weights were moved over, in either direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
from torch import nn

from porter.equivalence.weights.pairing import pair
from porter.equivalence.weights.torch_weights import torch_weights, write_torch
from rules import activations
from rules.linear import Linear

layers = keras.layers


@dataclass(frozen=True)
class Case:
    """A layer in both frameworks. `channels`: torch has them after the batch, Keras last."""

    name: str
    theirs: Callable[[], Any]
    ours: Callable[[], Any]
    shape: tuple[int, ...]
    channels: bool = False
    merges: bool = False  # two biases of torch's are one in Keras
    call: dict[str, Any] = field(default_factory=dict)


CASES = [
    Case("Linear", lambda: nn.Linear(3, 2), lambda: Linear(3, 2), (4, 3)),
    Case(
        "Linear without bias",
        lambda: nn.Linear(3, 2, bias=False),
        lambda: Linear(3, 2, bias=False),
        (4, 3),
    ),
    Case("PReLU", lambda: nn.PReLU(3), lambda: activations.PReLU(3), (4, 3)),
    Case("Dense", lambda: nn.Linear(3, 2), lambda: layers.Dense(2), (4, 3)),
    Case("Conv1d", lambda: nn.Conv1d(3, 4, 2), lambda: layers.Conv1D(4, 2), (2, 6, 3), True),
    Case(
        "Conv2d",
        lambda: nn.Conv2d(3, 4, (2, 3)),
        lambda: layers.Conv2D(4, (2, 3)),
        (2, 6, 7, 3),
        True,
    ),
    Case(
        "Conv2d in groups",
        lambda: nn.Conv2d(4, 6, 3, groups=2),
        lambda: layers.Conv2D(6, 3, groups=2),
        (2, 6, 7, 4),
        True,
    ),
    Case("Conv3d", lambda: nn.Conv3d(2, 3, 2), lambda: layers.Conv3D(3, 2), (2, 4, 5, 6, 2), True),
    Case(
        "ConvTranspose1d",
        lambda: nn.ConvTranspose1d(3, 4, 2, stride=2),
        lambda: layers.Conv1DTranspose(4, 2, strides=2),
        (2, 6, 3),
        True,
    ),
    Case(
        "ConvTranspose2d",
        lambda: nn.ConvTranspose2d(3, 4, (2, 3)),
        lambda: layers.Conv2DTranspose(4, (2, 3)),
        (2, 6, 7, 3),
        True,
    ),
    Case(
        "ConvTranspose3d",
        lambda: nn.ConvTranspose3d(2, 3, 2),
        lambda: layers.Conv3DTranspose(3, 2),
        (2, 4, 5, 6, 2),
        True,
    ),
    Case(
        "BatchNorm1d",
        lambda: nn.BatchNorm1d(3).eval(),
        lambda: layers.BatchNormalization(epsilon=1e-5),
        (4, 3),
    ),
    Case(
        "BatchNorm2d",
        lambda: nn.BatchNorm2d(3).eval(),
        lambda: layers.BatchNormalization(epsilon=1e-5),
        (2, 4, 5, 3),
        True,
    ),
    Case(
        "LayerNorm",
        lambda: nn.LayerNorm(3),
        lambda: layers.LayerNormalization(epsilon=1e-5),
        (4, 3),
    ),
    Case(
        "LayerNorm of two axes",
        lambda: nn.LayerNorm((2, 3)),
        lambda: layers.LayerNormalization(axis=(1, 2), epsilon=1e-5),
        (4, 2, 3),
    ),
    Case(
        "GroupNorm",
        lambda: nn.GroupNorm(2, 4),
        lambda: layers.GroupNormalization(2, epsilon=1e-5),
        (2, 3, 5, 4),
        True,
    ),
    Case("Embedding", lambda: nn.Embedding(5, 3), lambda: layers.Embedding(5, 3), (4, 2)),
    Case(
        "RNN",
        lambda: nn.RNN(3, 4, batch_first=True),
        lambda: layers.SimpleRNN(4, return_sequences=True),
        (2, 5, 3),
        merges=True,
    ),
    Case(
        "LSTM",
        lambda: nn.LSTM(3, 4, batch_first=True),
        lambda: layers.LSTM(4, return_sequences=True),
        (2, 5, 3),
        merges=True,
    ),
    Case(
        "LSTM in both directions",
        lambda: nn.LSTM(3, 4, batch_first=True, bidirectional=True),
        lambda: layers.Bidirectional(layers.LSTM(4, return_sequences=True)),
        (2, 5, 3),
        merges=True,
    ),
    Case(
        "GRU",
        lambda: nn.GRU(3, 4, batch_first=True),
        lambda: layers.GRU(4, return_sequences=True),
        (2, 5, 3),
    ),
    Case(
        "GRU without bias",
        lambda: nn.GRU(3, 4, batch_first=True, bias=False),
        lambda: layers.GRU(4, return_sequences=True, use_bias=False),
        (2, 5, 3),
    ),
    Case("RNNCell", lambda: nn.RNNCell(3, 4), lambda: layers.SimpleRNNCell(4), (2, 3), merges=True),
    Case("LSTMCell", lambda: nn.LSTMCell(3, 4), lambda: layers.LSTMCell(4), (2, 3), merges=True),
    Case("GRUCell", lambda: nn.GRUCell(3, 4), lambda: layers.GRUCell(4), (2, 3)),
    # Keras divides the scores by the root of the head's size in float32: 4 has an exact one
    Case(
        "MultiheadAttention",
        lambda: nn.MultiheadAttention(8, 2, batch_first=True),
        lambda: layers.MultiHeadAttention(2, 4),
        (2, 5, 8),
    ),
    Case(
        "MultiheadAttention without bias",
        lambda: nn.MultiheadAttention(8, 2, batch_first=True, bias=False),
        lambda: layers.MultiHeadAttention(2, 4, use_bias=False),
        (2, 5, 8),
    ),
    Case(
        "MultiheadAttention with kdim",
        lambda: nn.MultiheadAttention(8, 2, batch_first=True, kdim=5, vdim=5),
        lambda: layers.MultiHeadAttention(2, 4),
        (2, 5, 8),
    ),
]


class Transferred:
    """A case's two layers, whose weights are random and their own."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rng = np.random.default_rng(0)
        self.x = self.rng.normal(size=case.shape)
        if case.name == "Embedding":
            self.x = self.rng.integers(5, size=case.shape)
        self.theirs, self.ours = case.theirs(), case.ours()
        self.ours_of_x()  # builds it
        for tensor in self.theirs.state_dict().values():
            if tensor.is_floating_point():
                tensor.copy_(torch.from_numpy(self.random(tensor.shape)))
        for variable in self.ours.weights:
            variable.assign(self.random(variable.shape))
        self.pairing = pair(self.ours, torch_weights(self.theirs))

    def random(self, shape):
        return self.rng.uniform(0.1, 1, size=tuple(shape))  # a variance is positive

    def theirs_of_x(self):
        x = torch.from_numpy(np.moveaxis(self.x, -1, 1) if self.case.channels else self.x)
        if isinstance(self.theirs, nn.MultiheadAttention):
            other = x[..., : self.theirs.kdim]
            y = self.theirs(x, other, other)
        else:
            y = self.theirs(x)
        y = (y[0] if isinstance(y, tuple) else y).detach().numpy()
        return np.moveaxis(y, 1, -1) if self.case.channels else y

    def ours_of_x(self):
        if isinstance(self.ours, layers.MultiHeadAttention):
            other = self.x[..., : getattr(self.theirs, "kdim", 8)]
            return self.ours(self.x, other, other).numpy()
        if hasattr(self.ours, "get_initial_state") and "Cell" in self.case.name:
            return self.ours(self.x, self.ours.get_initial_state(len(self.x)))[0].numpy()
        return self.ours(self.x).numpy()

    def assert_same_outputs(self) -> None:
        expected = self.theirs_of_x()
        np.testing.assert_allclose(self.ours_of_x(), expected, rtol=1e-12, atol=1e-12)


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def layer(request, float64):
    return Transferred(request.param)


def test_everything_has_a_partner(layer) -> None:
    assert not layer.pairing.unpaired_torch
    assert not layer.pairing.unpaired_keras
    needless = {"num_batches_tracked"} & torch_weights(layer.theirs).keys()
    assert set(layer.pairing.torch_only) == needless
    assert {*layer.pairing.paths} | needless == torch_weights(layer.theirs).keys()


def test_from_torch_to_keras_and_back(layer) -> None:
    with pytest.raises(AssertionError):
        layer.assert_same_outputs()
    arrays = torch_weights(layer.theirs)
    given = {path: arrays[path] for path in layer.pairing.paths}
    layer.pairing.write(given)
    layer.assert_same_outputs()
    back = layer.pairing.read()
    assert back.keys() == given.keys()
    for path, array in back.items():
        if layer.case.merges and "bias_ih" in path:
            array, given[path] = array, given[path] + given[path.replace("_ih", "_hh")]
        elif layer.case.merges and "bias_hh" in path:
            given[path] = np.zeros_like(array)
        assert array.dtype == given[path].dtype
        np.testing.assert_array_equal(array, given[path], err_msg=path)


def test_from_keras_to_torch_and_back(layer) -> None:
    before = [v.numpy() for v in layer.ours.weights]
    write_torch(layer.theirs, layer.pairing.read())
    layer.assert_same_outputs()
    for variable in layer.ours.weights:
        variable.assign(layer.random(variable.shape))
    arrays = torch_weights(layer.theirs)
    layer.pairing.write({path: arrays[path] for path in layer.pairing.paths})
    for variable, value in zip(layer.ours.weights, before, strict=True):
        np.testing.assert_array_equal(variable.numpy(), value, err_msg=variable.path)
