"""Limits, and the larger and the smaller of two. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Int,
    Joined,
    Operand,
    Pair,
    Promoted,
    SameShape,
    Tensor,
    TensorList,
    block,
    known,
    match,
    ordered,
    port,
)


@port("torch.clamp", "torch.clip", "Tensor.clamp", "Tensor.clip")
def clamp(input: Promoted, min: Operand = None, max: Operand = None) -> Broadcast:
    """Limit every element to [min, max].

    >>> torch.clamp(x, -1, 1)
    >>> x.clamp(max=0.5)
    >>> x.clamp(0.1)
    >>> torch.clamp(x, 1.0, -1.0)
    >>> torch.clamp(x, 1 - 0.2, 1 + 0.2)
    >>> torch.clamp(x, -y, y)
    >>> a.clip(0.5, 1)
    >>> a.clamp(None, x.sum(1))
    """
    if ordered(min, max) and not known(max, Tensor):
        return tf.clip_by_value(input, min, max)
    if min is None:
        return tf.minimum(input, max)
    if max is None:
        return tf.maximum(input, min)
    return tf.minimum(tf.maximum(input, min), max)  # clip_by_value differs where min > max


@port("torch.clamp_min", "Tensor.clamp_min")
def clamp_min(input: Promoted, min: Operand) -> Broadcast:
    """No element less than min.

    >>> torch.clamp_min(x, 0)
    >>> x.clamp_min(y)
    """
    if known(input, Bool):
        return tf.logical_or(input, min)
    return tf.maximum(input, min)


@port("torch.clamp_max", "Tensor.clamp_max")
def clamp_max(input: Promoted, max: Operand) -> Broadcast:
    """No element greater than max.

    >>> torch.clamp_max(x, 0)
    >>> a.clamp_max(0.5)
    """
    if known(input, Bool):
        return tf.logical_and(input, max)
    return tf.minimum(input, max)


@block(plain="tf.maximum")
def larger(x, y):
    """The larger one of each pair. Both get half of the gradient where they are equal."""
    found = tf.maximum(x, y)  # TensorFlow gives all of it to the first
    return (found + tf.maximum(y, x)) * 0.5 if found.dtype.is_floating else found


@block(plain="tf.minimum")
def smaller(x, y):
    """The smaller one of each pair. Both get half of the gradient where they are equal."""
    found = tf.minimum(x, y)  # TensorFlow gives all of it to the first
    return (found + tf.minimum(y, x)) * 0.5 if found.dtype.is_floating else found


@port("torch.maximum", "Tensor.maximum")
def maximum(input: Promoted, other: Promoted) -> Broadcast:
    """The larger one of each pair.

    >>> torch.maximum(x, y)
    >>> x.maximum(y)
    >>> torch.maximum(x > 0, y > 0)
    """
    if known(input, Bool):
        return tf.logical_or(input, other)
    return larger(input, other)


@port("torch.minimum", "Tensor.minimum")
def minimum(input: Promoted, other: Promoted) -> Broadcast:
    """The smaller one of each pair.

    >>> torch.minimum(x, y)
    >>> x.minimum(y)
    >>> torch.minimum(x > 0, y > 0)
    """
    if known(input, Bool):
        return tf.logical_and(input, other)
    return smaller(input, other)


@match("torch.min(*pair)", "torch.minimum(*pair)")
def minimum_of_pair(pair: Pair) -> Joined:
    """The smaller one of each pair, of what a twin critic gives.

    >>> torch.min(*(x, y))
    >>> torch.minimum(*(x, y))
    """
    return smaller(*pair)


@match("torch.max(*pair)", "torch.maximum(*pair)")
def maximum_of_pair(pair: Pair) -> Joined:
    """The larger one of each pair.

    >>> torch.max(*(x, y))
    """
    return larger(*pair)


@match("torch.min(*critics)", "torch.minimum(*critics)")
def minimum_of_two(critics: TensorList) -> Joined:
    """The smaller one of each pair, of a list that has two tensors.

    >>> torch.min(*[z for z in (x, y)])
    """
    return smaller(*critics)


@match("torch.max(*critics)", "torch.maximum(*critics)")
def maximum_of_two(critics: TensorList) -> Joined:
    """The larger one of each pair, of a list that has two tensors.

    >>> torch.maximum(*[z for z in (x, y)])
    """
    return larger(*critics)


@port("torch.fmax", "Tensor.fmax")
def fmax(input: Promoted, other: Promoted) -> Broadcast:
    """The larger one of each pair, the other one where one is NaN.

    >>> torch.fmax(x, y)
    >>> x.log().fmax(y)
    >>> x.fmax(y.log())
    """
    if known(input, Bool):
        return tf.logical_or(input, other)
    if known(input, Int):
        return tf.maximum(input, other)
    return tf.where(tf.math.is_nan(other) | (input >= other), input, other)


@port("torch.fmin", "Tensor.fmin")
def fmin(input: Promoted, other: Promoted) -> Broadcast:
    """The smaller one of each pair, the other one where one is NaN.

    >>> torch.fmin(x, y)
    >>> x.log().fmin(y)
    >>> x.fmin(y.log())
    """
    if known(input, Bool):
        return tf.logical_and(input, other)
    if known(input, Int):
        return tf.minimum(input, other)
    return tf.where(tf.math.is_nan(other) | (input <= other), input, other)


@block
def finite(x, nan=0.0, posinf=None, neginf=None):
    """Numbers in place of NaN and infinities: by default 0 and the dtype's limits."""
    highest = tf.as_dtype(x.dtype).max if posinf is None else posinf
    lowest = tf.as_dtype(x.dtype).min if neginf is None else neginf
    x = tf.where(tf.math.is_nan(x), tf.cast(nan, x.dtype), x)
    x = tf.where(x == math.inf, tf.cast(highest, x.dtype), x)
    return tf.where(x == -math.inf, tf.cast(lowest, x.dtype), x)


@port("torch.nan_to_num", "Tensor.nan_to_num")
def nan_to_num(input: Tensor, nan=0.0, posinf=None, neginf=None) -> SameShape:
    """Numbers in place of NaN and infinities.

    >>> torch.nan_to_num(x.log())
    >>> (x / 0).nan_to_num(1.0, 2.0, -3.0)
    >>> (x / 0).nan_to_num(posinf=9)
    >>> a.nan_to_num()
    """
    if known(input, Int | Bool):
        return input
    return finite(input, nan=nan, posinf=posinf, neginf=neginf)
