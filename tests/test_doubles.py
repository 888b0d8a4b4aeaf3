"""Networks that hold doubles: Keras would cast what they are called with to float32."""

import numpy as np
import tensorflow as tf

from porter.pipeline import convert

ORIGINAL = """
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3, 2, dtype=torch.float64))

    def forward(self, x):
        return x @ self.weight


policy = Policy()
"""


def test_a_network_of_doubles_is_asked_in_doubles():
    names: dict = {}
    exec(convert(ORIGINAL).output, names)
    names["policy"].weight.assign(tf.ones([3, 2], tf.float64))
    third = tf.constant([[1 / 3] * 3] * 4, tf.float64)
    np.testing.assert_array_equal(names["policy"](third), np.full((4, 2), 1.0))


def test_no_network_of_the_program_says_how_it_casts():
    """TorchModel says it once, for floats and for doubles."""
    for text in (ORIGINAL, ORIGINAL.replace("float64", "float32")):
        _, _, program = convert(text).output.partition("class Policy")
        assert "super().__init__()" in program
        assert "autocast" not in program
