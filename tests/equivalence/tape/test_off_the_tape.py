"""What is left to the frameworks: paused draws, first weights, seeds, Python's own generator."""

import torch  # before TensorFlow

# isort: split
import random

import keras
import numpy as np
import tensorflow as tf
import torch.nn.functional as F

from porter.equivalence.compare import compare
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

from .pairs import drawn


def test_a_paused_tape_stands_still():
    tape = Tape(0)

    def seeded(draw, seed):
        seed(5)
        return np.asarray(draw())

    draws = lambda: torch.cat([torch.randn(3), F.dropout(torch.ones(9)), torch.randperm(3)])  # noqa: E731
    own = seeded(draws, torch.manual_seed)
    with torch_on(tape), tape.pause():
        assert np.array_equal(seeded(draws, torch.manual_seed), own)
    port = lambda: tf.concat([tf.random.normal((3,)), tf.nn.dropout(tf.ones(9), 0.5)], 0)  # noqa: E731
    own = seeded(port, tf.random.set_seed)
    with tf_on(tape), tape.pause():
        assert np.array_equal(seeded(port, tf.random.set_seed), own)
    assert tape.draws == 0
    assert np.array_equal(seeded(port, tf.random.set_seed), own)  # all is put back


def test_layers_are_initialised_off_the_tape():
    tape = Tape(0)
    with torch_on(tape), tf_on(tape):
        torch.nn.LSTM(3, 4)
        torch.nn.MultiheadAttention(4, 2)
        torch.nn.Sequential(
            torch.nn.Linear(2, 3), torch.nn.Conv2d(3, 4, 1), torch.nn.Embedding(3, 4)
        )
        keras.layers.Dense(3)(tf.ones((1, 2)))
        assert tape.draws == 0
        torch.nn.init.orthogonal_(torch.empty(3, 3))
        assert tape.draws == 1


def test_seeds_do_not_move_the_tape():
    def reseeded():
        torch.manual_seed(3)
        return torch.randn(3)

    def port():
        tf.random.set_seed(3)
        return tf.random.normal((3,), seed=8)

    expected, _, _ = drawn(torch_on, reseeded, 2)
    assert not np.array_equal(*expected)
    assert not compare(expected, drawn(tf_on, port, 2)[0])


def test_keras_leaves_pythons_random_alone():
    random.seed(4)
    expected = random.random()
    random.seed(4)
    with tf_on(Tape(0)):
        keras.Sequential([keras.Input((2,)), keras.layers.Dense(3), keras.layers.Dropout(0.5)])
    assert random.random() == expected


def test_stateless_draws_keep_their_seeds():
    draw = lambda: tf.random.stateless_normal((3,), (1, 2))  # noqa: E731
    values, seen, _ = drawn(tf_on, draw)
    assert seen == []
    assert np.array_equal(values[0], draw())
