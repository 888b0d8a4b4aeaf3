"""Comparisons, and what kind of number it is. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Bool,
    BoolBroadcast,
    BoolLike,
    Complex,
    Int,
    Number,
    Operand,
    Promoted,
    PromotedFloat,
    Tensor,
    Unsupported,
    block,
    known,
    port,
)


@port("torch.eq", "Tensor.eq")
def equal(input: Promoted, other: Operand) -> BoolBroadcast:
    """x == y, for each element.

    >>> torch.eq(x, y)
    >>> a.eq(1)
    >>> a.eq(x.sum(1))
    """
    return tf.equal(input, other)


@port("torch.ne", "torch.not_equal", "Tensor.ne", "Tensor.not_equal")
def not_equal(input: Promoted, other: Operand) -> BoolBroadcast:
    """x != y, for each element.

    >>> torch.ne(a, 1)
    >>> a.not_equal(0.5)
    """
    return tf.not_equal(input, other)


@port("torch.gt", "torch.greater", "Tensor.gt", "Tensor.greater")
def greater(input: Promoted, other: Operand) -> BoolBroadcast:
    """x > y.

    >>> torch.gt(x, y + 1)
    >>> x.gt(0)
    >>> a.greater(0.5)
    >>> (x > 0).gt(y > 0)
    """
    if known(input, Bool):
        return tf.cast(input, tf.int32) > tf.cast(other, tf.int32)
    return input > other


@port("torch.ge", "torch.greater_equal", "Tensor.ge", "Tensor.greater_equal")
def greater_equal(input: Promoted, other: Operand) -> BoolBroadcast:
    """x >= y.

    >>> torch.ge(x, y)
    >>> a.greater_equal(0.5)
    >>> (x > 0).ge(y > 0)
    """
    if known(input, Bool):
        return tf.cast(input, tf.int32) >= tf.cast(other, tf.int32)
    return input >= other


@port("torch.lt", "torch.less", "Tensor.lt", "Tensor.less")
def less(input: Promoted, other: Operand) -> BoolBroadcast:
    """x < y.

    >>> torch.lt(x, y)
    >>> a.less(0.5)
    >>> (x > 0).lt(y > 0)
    """
    if known(input, Bool):
        return tf.cast(input, tf.int32) < tf.cast(other, tf.int32)
    return input < other


@port("torch.le", "torch.less_equal", "Tensor.le", "Tensor.less_equal")
def less_equal(input: Promoted, other: Operand) -> BoolBroadcast:
    """x <= y.

    >>> torch.le(x, y)
    >>> a.less_equal(0.5)
    >>> (x > 0).le(y > 0)
    """
    if known(input, Bool):
        return tf.cast(input, tf.int32) <= tf.cast(other, tf.int32)
    return input <= other


@block
def close(x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Where |x - y| <= atol + rtol * |y|; an infinity is close to itself only."""
    difference = tf.abs(x - y)
    near = tf.math.is_finite(difference) & (difference <= atol + tf.abs(rtol * y))
    if equal_nan:
        near |= tf.math.is_nan(x) & tf.math.is_nan(y)
    return near | (x == y)


@port("torch.isclose", "Tensor.isclose")
def isclose(
    input: PromotedFloat, other: PromotedFloat, rtol=1e-5, atol=1e-8, equal_nan=False
) -> BoolBroadcast:
    """Where |x - y| <= atol + rtol * |y|.

    >>> torch.isclose(x, x + 1e-9)
    >>> x.isclose(y, 0.5, 0.5)
    >>> x.log().isclose(x.log(), equal_nan=True)
    >>> a.isclose(a)
    """
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return close(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan)


@port("torch.allclose", "Tensor.allclose")
def allclose(
    input: PromotedFloat, other: PromotedFloat, rtol=1e-5, atol=1e-8, equal_nan=False
) -> bool:
    """Whether all |x - y| <= atol + rtol * |y|.

    >>> torch.allclose(x, x + 1e-9)
    >>> x.allclose(y, 0.5, 0.5)
    """
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return bool(tf.reduce_all(close(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan)))


@port("torch.equal", "Tensor.equal")
def all_equal(input: Promoted, other: Promoted) -> bool:
    """Whether the shapes and all elements are the same.

    >>> torch.equal(x, x + 0)
    >>> x.equal(y)
    >>> torch.equal(x, x[:2])
    """
    return input.shape == other.shape and bool(tf.reduce_all(input == other))


@port("torch.isnan", "Tensor.isnan")
def isnan(input: Tensor) -> BoolLike:
    """Where there is no number.

    >>> torch.isnan(torch.log(x))
    >>> a.isnan()
    """
    if known(input, Int | Bool):
        return tf.zeros_like(input, dtype=tf.bool)
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return tf.math.is_nan(input)


@port("torch.isinf", "Tensor.isinf")
def isinf(input: Tensor) -> BoolLike:
    """Where there is an infinity.

    >>> torch.isinf(x / 0)
    >>> a.isinf()
    """
    if known(input, Int | Bool):
        return tf.zeros_like(input, dtype=tf.bool)
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return tf.math.is_inf(input)


@port("torch.isfinite", "Tensor.isfinite")
def isfinite(input: Tensor) -> BoolLike:
    """Where there is a finite number.

    >>> torch.isfinite(torch.log(x))
    >>> a.isfinite()
    """
    if known(input, Int | Bool):
        return tf.ones_like(input, dtype=tf.bool)
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return tf.math.is_finite(input)


@port("torch.isposinf", "Tensor.isposinf")
def isposinf(input: Tensor) -> BoolLike:
    """Where there is plus infinity.

    >>> torch.isposinf(x / 0)
    >>> a.isposinf()
    """
    if known(input, Int | Bool):
        return tf.zeros_like(input, dtype=tf.bool)
    return tf.equal(input, math.inf)


@port("torch.isneginf", "Tensor.isneginf")
def isneginf(input: Tensor) -> BoolLike:
    """Where there is minus infinity.

    >>> torch.isneginf(x / 0)
    >>> a.isneginf()
    """
    if known(input, Int | Bool):
        return tf.zeros_like(input, dtype=tf.bool)
    return tf.equal(input, -math.inf)


@port("torch.isin")
def isin(
    elements: Operand, test_elements: Operand, *, assume_unique=False, invert=False
) -> BoolLike:
    """Where an element is one of test_elements.

    >>> torch.isin(a, a[:2])
    >>> torch.isin(a, 2)
    >>> torch.isin(a, x.sum(1).round(), invert=True)
    """
    del assume_unique  # how, not what
    if known(elements, Number):
        raise Unsupported("a number that may be one of the elements")
    if known(test_elements, Number) and invert:
        return tf.not_equal(elements, test_elements)
    if known(test_elements, Number):
        return tf.equal(elements, test_elements)
    if invert:
        return ~among(elements, test_elements)
    return among(elements, test_elements)


@block
def among(x, items):
    """Where an element of x is one of the items."""
    return tf.reduce_any(tf.equal(x[..., tf.newaxis], tf.reshape(items, [-1])), axis=-1)


@port("torch.is_nonzero", "Tensor.is_nonzero")
def is_nonzero(input: Tensor) -> bool:
    """Whether the only element is not 0.

    >>> torch.is_nonzero(x[:1, :1])
    >>> x.sum().is_nonzero()
    """
    return bool(tf.reduce_any(tf.cast(input, tf.bool)))
