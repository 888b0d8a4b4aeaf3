"""Counting and correlating: bincount, histc, cov, corrcoef. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Int,
    SameDtype,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@port("torch.bincount", "Tensor.bincount")
def bincount(input: Tensor, weights=None, minlength=0) -> Int | Tensor:
    """How often each number occurs, or the sum of its weights.

    >>> torch.bincount(a)
    >>> a.bincount(minlength=5)
    >>> torch.bincount(a, weights=x[:, 0])
    """
    if weights is None:
        return tf.math.bincount(tf.cast(input, tf.int32), minlength=minlength, dtype=tf.int64)
    if known(weights, Int):
        raise Unsupported("integers as weights: cast them to float64, as torch does")
    return tf.math.bincount(tf.cast(input, tf.int32), weights, minlength=minlength)


@block
def histogram(x, bins=100, low=0, high=0):
    """How many elements fall into each bin; those outside of the range are left out."""
    x = tf.reshape(x, [-1])
    if low == high == 0:
        low, high = tf.reduce_min(x), tf.reduce_max(x)
    low, high = tf.cast(low, x.dtype), tf.cast(high, x.dtype)
    widen = tf.cast(low == high, x.dtype)
    low, high = low - widen, high + widen
    x = tf.boolean_mask(x, (x >= low) & (x <= high))
    places = tf.cast((x - low) / (high - low) * bins, tf.int32)
    counts = tf.math.bincount(tf.minimum(places, bins - 1), minlength=bins, maxlength=bins)
    return tf.cast(counts, x.dtype)


@port("torch.histc", "Tensor.histc")
def histc(input: Tensor, bins=100, min=0, max=0) -> SameDtype:
    """How many elements fall into each of the equal bins between min and max.

    >>> torch.histc(x, bins=4, min=-1, max=1)
    >>> x.histc(5)
    """
    if known(input, Int):
        raise Unsupported("a histogram of integers: cast them to floats")
    return histogram(input, bins=bins, low=min, high=max)


@block
def covariance(x, correction=1):
    """The covariance of the rows."""
    x = x - tf.reduce_mean(x, axis=-1, keepdims=True)
    return tf.squeeze(tf.matmul(x, x, transpose_b=True) / (x.shape[-1] - correction))


@port("torch.cov", "Tensor.cov")
def cov(input: Tensor, *, correction=1, fweights=None, aweights=None) -> SameDtype:
    """The covariance of the rows: each is a variable.

    >>> torch.cov(x)
    >>> x.cov(correction=0)
    """
    if fweights is not None or aweights is not None or rank(input) != 2:
        raise Unsupported("weights, or less than a matrix")
    if known(input, (Int, Bool)):
        raise Unsupported("integers: cast them to floats")
    return covariance(input, correction=correction)


@block
def correlation(x):
    """The correlation of the rows."""
    scale = tf.math.reduce_std(x, axis=-1, keepdims=True)
    x = (x - tf.reduce_mean(x, axis=-1, keepdims=True)) / scale
    return tf.clip_by_value(covariance(x, correction=0), -1, 1)


@port("torch.corrcoef", "Tensor.corrcoef")
def corrcoef(input: Tensor) -> SameDtype:
    """The correlation of the rows: each is a variable.

    >>> torch.corrcoef(x)
    """
    if rank(input) != 2:
        raise Unsupported("less than a matrix")
    if known(input, (Int, Bool)):
        raise Unsupported("integers: cast them to floats")
    return correlation(input)
