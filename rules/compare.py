"""Comparisons and logic. Each body is a template."""

import tensorflow as tf

from porter.rule import BoolBroadcast, BoolLike, Tensor, port


@port("torch.eq", "Tensor.eq")
def equal(input: Tensor, other) -> BoolBroadcast:
    """x == y, for each element.

    >>> torch.eq(x, y)
    >>> a.eq(1)
    """
    return tf.equal(input, other)


@port("torch.ne", "Tensor.ne")
def not_equal(input: Tensor, other) -> BoolBroadcast:
    """x != y, for each element.

    >>> torch.ne(a, 1)
    """
    return tf.not_equal(input, other)


@port("torch.gt", "torch.greater", "Tensor.gt", "Tensor.greater")
def greater(input: Tensor, other) -> BoolBroadcast:
    """x > y.

    >>> torch.gt(x, y + 1)
    >>> x.gt(0)
    """
    return input > other


@port("torch.ge", "torch.greater_equal", "Tensor.ge", "Tensor.greater_equal")
def greater_equal(input: Tensor, other) -> BoolBroadcast:
    """x >= y.

    >>> torch.ge(x, y)
    """
    return input >= other


@port("torch.lt", "torch.less", "Tensor.lt", "Tensor.less")
def less(input: Tensor, other) -> BoolBroadcast:
    """x < y.

    >>> torch.lt(x, y)
    """
    return input < other


@port("torch.le", "torch.less_equal", "Tensor.le", "Tensor.less_equal")
def less_equal(input: Tensor, other) -> BoolBroadcast:
    """x <= y.

    >>> torch.le(x, y)
    """
    return input <= other


@port("torch.logical_and", "Tensor.logical_and")
def logical_and(input: Tensor, other: Tensor) -> BoolBroadcast:
    """Both.

    >>> torch.logical_and(x > 0, y > 0)
    """
    return tf.logical_and(input, other)


@port("torch.logical_or", "Tensor.logical_or")
def logical_or(input: Tensor, other: Tensor) -> BoolBroadcast:
    """One or both.

    >>> torch.logical_or(x > 0, y > 0)
    """
    return tf.logical_or(input, other)


@port("torch.logical_not", "Tensor.logical_not")
def logical_not(input: Tensor) -> BoolLike:
    """The opposite.

    >>> torch.logical_not(x > 0)
    """
    return tf.logical_not(input)


@port("torch.isnan", "Tensor.isnan")
def isnan(input: Tensor) -> BoolLike:
    """Where there is no number.

    >>> torch.isnan(torch.log(x))
    """
    return tf.math.is_nan(input)


@port("torch.isinf", "Tensor.isinf")
def isinf(input: Tensor) -> BoolLike:
    """Where there is an infinity.

    >>> torch.isinf(x / 0)
    """
    return tf.math.is_inf(input)


@port("torch.isfinite", "Tensor.isfinite")
def isfinite(input: Tensor) -> BoolLike:
    """Where there is a finite number.

    >>> torch.isfinite(torch.log(x))
    """
    return tf.math.is_finite(input)
