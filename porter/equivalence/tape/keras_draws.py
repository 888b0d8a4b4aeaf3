"""Keras's random functions by TensorFlow's, with Keras's signatures. They ignore the seed."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from keras.config import floatx

Tensor = Any  # TensorFlow has no types


def normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    return tf.random.normal(shape, mean, stddev, dtype or floatx())


def uniform(
    shape: Any, minval: Any = 0.0, maxval: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    return tf.random.uniform(shape, minval, maxval, dtype or floatx())


def truncated_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    return tf.random.truncated_normal(shape, mean, stddev, dtype or floatx())


def randint(shape: Any, minval: Any, maxval: Any, dtype: Any = "int32", seed: Any = None) -> Tensor:
    return tf.cast(tf.random.uniform(shape, minval, maxval, tf.int64), dtype)


def categorical(logits: Any, num_samples: Any, dtype: Any = "int64", seed: Any = None) -> Tensor:
    return tf.cast(tf.random.categorical(logits, num_samples), dtype)


def shuffle(x: Any, axis: int = 0, seed: Any = None) -> Tensor:
    return tf.gather(x, tf.random.shuffle(tf.range(tf.shape(x)[axis])), axis=axis)


def dropout(inputs: Any, rate: Any, noise_shape: Any = None, seed: Any = None) -> Tensor:
    if rate == 1.0:
        return tf.zeros_like(inputs)
    return tf.nn.dropout(inputs, rate, noise_shape)


def gamma(shape: Any, alpha: Any, dtype: Any = None, seed: Any = None) -> Tensor:
    alpha = tf.convert_to_tensor(alpha, dtype or floatx())
    return tf.random.gamma([], tf.broadcast_to(alpha, shape), dtype=alpha.dtype)


def beta(shape: Any, alpha: Any, beta: Any, dtype: Any = None, seed: Any = None) -> Tensor:
    """As PyTorch does it: a Dirichlet draw, which is one draw of two gamma numbers."""
    sizes = [
        tf.broadcast_to(tf.convert_to_tensor(x, dtype or floatx()), shape) for x in (alpha, beta)
    ]
    gammas = tf.random.gamma([], tf.stack(sizes, -1), dtype=sizes[0].dtype)
    return gammas[..., 0] / tf.reduce_sum(gammas, -1)


FUNCTIONS = {
    function.__name__: function
    for function in (
        normal, uniform, truncated_normal, randint, categorical, shuffle, dropout, gamma, beta
    )
}  # fmt: skip
