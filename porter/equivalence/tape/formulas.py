"""How a draw is computed: each distribution as a function of a key, in NumPy float64 and int64.

All but three come from integers and so can be computed by any framework: the i-th uniform number
of a draw is the i-th output of a SplitMix64 generator (Steele, Lea, Flood: "Fast splittable
pseudorandom number generators", OOPSLA 2014) whose state is the key. `xla` has them once more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from porter.equivalence.events import Array

GOLDEN = 0x9E3779B97F4A7C15


def key(seed: int, n: int) -> Array:
    """The key of the n-th draw: a uint64 in an array, since NumPy warns when scalars overflow."""
    return np.asarray(mix(mix(np.array([seed], np.uint64)) + np.uint64(n)))


def mix(x: Array) -> Array:
    """SplitMix64's output function: uint64 to uint64."""
    x = (x ^ (x >> 30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> 27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ (x >> 31))


def uniform(key: Array, shape: Any) -> Array:
    """Multiples of 2**-53 in [0, 1)."""
    shape = tuple(int(size) for size in shape)
    states = key + np.uint64(GOLDEN) * np.arange(1, math.prod(shape) + 1, dtype=np.uint64)
    return np.asarray((mix(states) >> 11).astype(np.float64).reshape(shape) * 2.0**-53)


def normal(key: Array, shape: Any) -> Array:
    """Standard normal, by Box and Muller."""
    radius, angle = uniform(key, (2, *shape))
    return np.asarray(np.sqrt(-2 * np.log(1 - radius)) * np.cos(2 * np.pi * angle))


def truncated_normal(key: Array, shape: Any, low: float = -2.0, high: float = 2.0) -> Array:
    """Standard normal between two bounds, by the inverse of its distribution function."""
    standard = NormalDist()
    below, above = standard.cdf(low), standard.cdf(high)
    share = below + (above - below) * uniform(key, shape)
    share = np.clip(share, 2.0**-53, 1 - 2.0**-53)  # 0 and 1 have no inverse
    return np.asarray(np.vectorize(standard.inv_cdf, otypes=[float])(share).clip(low, high))


def integers(key: Array, shape: Any, low: int, high: int) -> Array:
    """Integers in [low, high)."""
    span = float(int(high) - int(low))
    return int(low) + np.floor(uniform(key, shape) * span).astype(np.int64)


def permutation(key: Array, n: int) -> Array:
    """The integers below n, shuffled."""
    return np.argsort(uniform(key, (n,)), kind="stable")


def categorical(key: Array, weights: Array, count: int) -> Array:
    """`count` indices of every row of a matrix, with replacement; of shape (rows, count)."""
    chances = np.cumsum(weights, axis=-1)
    chances /= chances[:, -1:]
    points = uniform(key, (len(weights), int(count)))
    return np.asarray(np.sum(chances[:, None, :] <= points[:, :, None], axis=-1))


def gamma(key: Array, shape: Any, concentration: Array) -> Array:
    """Gamma of rate 1; the concentration's shape is at the end of `shape`."""
    return _generator(key).standard_gamma(concentration, tuple(shape))


def poisson(key: Array, shape: Any, rate: Array) -> Array:
    return _generator(key).poisson(rate, tuple(shape))


def binomial(key: Array, shape: Any, count: Array, probability: Array) -> Array:
    return _generator(key).binomial(count.astype(np.int64), probability, tuple(shape))


def _generator(key: Array) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(int(key[0])))


DISTRIBUTIONS: dict[str, Callable[..., Array]] = {
    "uniform": uniform,
    "normal": normal,
    "truncated normal": truncated_normal,
    "integers": integers,
    "permutation": permutation,
    "categorical": categorical,
    "gamma": gamma,
    "poisson": poisson,
    "binomial": binomial,
}


def rounded_down(uniform: Array, epsilon: float) -> Array:
    """Uniform numbers on the grid of a dtype of this epsilon: rounding to nearest could give 1."""
    return np.floor(uniform * (2 / epsilon)) * (epsilon / 2)
