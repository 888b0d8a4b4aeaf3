"""The formulas once more, in TensorFlow's ops, for XLA: it cannot call back into Python.

Uniform numbers, integers, permutations and indices are bit-equal to NumPy's; normal ones are
within a few ulp, since logarithm and cosine are XLA's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import ml_dtypes
import numpy as np
import tensorflow as tf

from porter.equivalence.tape import formulas
from porter.equivalence.tape.formulas import GOLDEN

Tensor = Any  # TensorFlow has no types


def draw(seed: int, n: Tensor, distribution: str, dtype: Any, *arguments: Any) -> Tensor:
    """The n-th draw as a tensor of this dtype.

    Raises NotImplementedError for those that need NumPy: gamma, poisson, binomial.
    """
    if distribution not in DISTRIBUTIONS:
        raise NotImplementedError(
            f"the tape has no {distribution} draws under XLA: leave jit_compile out for the check"
        )
    start = int(formulas.mix(np.array([seed], np.uint64))[0])
    key = mix(_constant(start) + tf.cast(n, tf.uint64))
    values = DISTRIBUTIONS[distribution](key, *arguments)
    if distribution == "uniform":
        values = rounded_down(values, dtype)
    return tf.cast(values, dtype)


def mix(x: Tensor) -> Tensor:
    x = (x ^ _shifted(x, 30)) * _constant(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted(x, 27)) * _constant(0x94D049BB133111EB)
    return x ^ _shifted(x, 31)


def uniform(key: Tensor, shape: Any) -> Tensor:
    count = tf.reduce_prod(tf.cast(shape, tf.int64))
    states = key + _constant(GOLDEN) * tf.cast(tf.range(1, count + 1), tf.uint64)
    return tf.reshape(tf.cast(_shifted(mix(states), 11), tf.float64), shape) * 2.0**-53


def normal(key: Tensor, shape: Any) -> Tensor:
    radius, angle = tf.unstack(uniform(key, tf.concat([[2], shape], 0)))
    return tf.sqrt(-2 * tf.math.log(1 - radius)) * tf.cos(2 * math.pi * angle)


def truncated_normal(key: Tensor, shape: Any) -> Tensor:
    below = NormalDist().cdf(-2.0)
    return tf.math.ndtri(below + (1 - 2 * below) * uniform(key, shape))


def integers(key: Tensor, shape: Any, low: Tensor, high: Tensor) -> Tensor:
    low, high = tf.cast(low, tf.int64), tf.cast(high, tf.int64)
    return low + tf.cast(tf.floor(uniform(key, shape) * tf.cast(high - low, tf.float64)), tf.int64)


def permutation(key: Tensor, n: Tensor) -> Tensor:
    return tf.argsort(uniform(key, tf.stack([n])), stable=True)


def categorical(key: Tensor, weights: Tensor, count: Tensor) -> Tensor:
    chances = tf.cumsum(weights, axis=-1)
    chances /= chances[:, -1:]
    points = uniform(key, tf.stack([tf.shape(weights)[0], count]))
    return tf.reduce_sum(tf.cast(chances[:, None, :] <= points[:, :, None], tf.int64), -1)


DISTRIBUTIONS: dict[str, Callable[..., Tensor]] = {
    "uniform": uniform,
    "normal": normal,
    "truncated normal": truncated_normal,
    "integers": integers,
    "permutation": permutation,
    "categorical": categorical,
}


def rounded_down(uniform: Tensor, dtype: tf.DType) -> Tensor:
    scale = 2 / epsilon(dtype)
    return tf.floor(uniform * scale) / scale


def epsilon(dtype: tf.DType) -> float:
    """The distance from 1 to the next number, also of bfloat16, which NumPy lacks."""
    return float(ml_dtypes.finfo(dtype.as_numpy_dtype).eps)  # type: ignore[no-untyped-call]


def _constant(value: int) -> Tensor:
    return tf.constant(value, tf.uint64)


def _shifted(x: Tensor, bits: int) -> Tensor:
    return tf.bitwise.right_shift(x, _constant(bits))
