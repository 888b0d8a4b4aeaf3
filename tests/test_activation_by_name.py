"""getattr(nn, name)(): the block knows all that porter takes for activations, and no other."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
import torch

from porter.infer.chosen_by_text import ACTIVATIONS
from rules.activation_by_name import activation_named

INPUTS = np.array([-40, -3, -1, -0.5, -0.0, 0, 0.25, 0.5, 1, 3, 6, 40])
SLOPES_OF_FLOATS = {"Hardsigmoid"}  # torch's own slope is 1/6 in float32


@pytest.mark.parametrize("name", sorted(ACTIVATIONS))
def test_values_and_gradients_are_torchs(name: str) -> None:
    theirs = torch.tensor(INPUTS, requires_grad=True)
    expected = getattr(torch.nn, name)()(theirs)
    expected.sum().backward()
    ours = tf.Variable(INPUTS)
    with tf.GradientTape() as tape:
        found = activation_named(name)()(ours)
    gradient = tf.convert_to_tensor(tape.gradient(found, ours))
    np.testing.assert_allclose(found, expected.detach(), rtol=1e-12, atol=1e-15)
    close = 1e-7 if name in SLOPES_OF_FLOATS else 1e-12
    np.testing.assert_allclose(gradient, theirs.grad, rtol=close, atol=1e-15)


@pytest.mark.parametrize("name", ["Linear", "PReLU", "relu"])
def test_another_name_raises(name: str) -> None:
    with pytest.raises(AttributeError, match=f"no activation '{name}'"):
        activation_named(name)
