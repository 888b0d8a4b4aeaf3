"""A shared random tape: the n-th draw is the same array in torch and in TensorFlow.

Native seeds never match across the frameworks. Trace inside the patch: a tf.function that was
traced before keeps its own generator.
"""

import contextlib
from unittest import mock

import numpy as np


class Tape:
    """Serves the n-th draw from a generator seeded with (seed, n), whatever was drawn before."""

    def __init__(self, seed):
        self.seed = seed
        self.draws = 0
        self.paused = False

    def normal(self, shape):
        return self._next().standard_normal(tuple(shape))

    def uniform(self, shape):
        return self._next().random(tuple(shape))

    @contextlib.contextmanager
    def pause(self):
        """Leave randomness to the framework meanwhile."""
        self.paused = True
        yield
        self.paused = False

    def _next(self):
        self.draws += 1
        return np.random.default_rng([self.seed, self.draws])


@contextlib.contextmanager
def torch_on(tape):
    """Let torch.randn, rand, their _like forms and normal draw from the tape."""
    import torch

    def tensor(array, dtype=None):
        return torch.as_tensor(array, dtype=dtype or torch.get_default_dtype())

    def size(shape):
        return shape if not shape or isinstance(shape[0], int) else shape[0]

    def normal(mean, std, size=None, **_):
        shape = size or torch.broadcast_shapes(np.shape(mean), np.shape(std))
        like = next((x for x in (mean, std) if torch.is_tensor(x)), None)
        return mean + std * tensor(tape.normal(shape), None if like is None else like.dtype)

    replacements = {
        "randn": lambda *s, dtype=None, **_: tensor(tape.normal(size(s)), dtype),
        "rand": lambda *s, dtype=None, **_: tensor(tape.uniform(size(s)), dtype),
        "randn_like": lambda x, dtype=None, **_: tensor(tape.normal(x.shape), dtype or x.dtype),
        "rand_like": lambda x, dtype=None, **_: tensor(tape.uniform(x.shape), dtype or x.dtype),
        "normal": normal,
    }
    standard_normal = mock.patch(  # what torch.distributions.Normal draws from
        "torch.distributions.normal._standard_normal",
        lambda shape, dtype, device: tensor(tape.normal(shape), dtype),
    )
    with mock.patch.multiple(torch, **replacements), standard_normal:
        yield


@contextlib.contextmanager
def tf_on(tape):
    """Let tf.random.normal and uniform draw from the tape, also inside a tf.function.

    The initialisation of variables does not: torch's is not on the tape either.
    """
    import keras
    import tensorflow as tf

    def draw(serve, shape, dtype):
        dtype = tf.as_dtype(dtype)
        shape = tf.convert_to_tensor(shape, tf.int32)
        array = tf.numpy_function(
            lambda shape: serve(shape).astype(dtype.as_numpy_dtype), [shape], dtype
        )
        return tf.ensure_shape(array, tf.get_static_value(shape))

    def normal(shape, mean=0.0, stddev=1.0, dtype=tf.float32):
        if tape.paused:
            return own_normal(shape, mean, stddev, dtype)
        return mean + stddev * draw(tape.normal, shape, dtype)

    def uniform(shape, minval=0.0, maxval=1.0, dtype=tf.float32):
        if tape.paused:
            return own_uniform(shape, minval, maxval, dtype)
        return minval + (maxval - minval) * draw(tape.uniform, shape, dtype)

    def add_weight(*args, **kwargs):
        with tape.pause():
            return own_add_weight(*args, **kwargs)

    own_normal, own_uniform = tf.random.normal, tf.random.uniform
    own_add_weight = keras.Layer.add_weight
    with (
        mock.patch.multiple(tf.random, normal=normal, uniform=uniform),
        mock.patch.object(keras.Layer, "add_weight", add_weight),
    ):
        yield
