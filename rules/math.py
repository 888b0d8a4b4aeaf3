"""Elementwise mathematics. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Broadcast,
    Float,
    Operand,
    Promoted,
    PromotedFloat,
    SameShape,
    Tensor,
    Unsupported,
    known,
    ordered,
    port,
)


@port("torch.exp", "Tensor.exp")
def exp(input: Float) -> SameShape:
    """e to the power of every element.

    >>> torch.exp(x)
    >>> x.exp()
    """
    return tf.exp(input)


@port("torch.log", "Tensor.log")
def log(input: Float) -> SameShape:
    """Natural logarithm.

    >>> torch.log(x * x)
    >>> (x * x + 1).log()
    """
    return tf.math.log(input)


@port("torch.log1p", "Tensor.log1p")
def log1p(input: Float) -> SameShape:
    """Logarithm of 1 + x.

    >>> torch.log1p(x * x)
    """
    return tf.math.log1p(input)


@port("torch.expm1", "Tensor.expm1")
def expm1(input: Float) -> SameShape:
    """e to the power of x, minus 1.

    >>> torch.expm1(x)
    """
    return tf.math.expm1(input)


@port("torch.sqrt", "Tensor.sqrt")
def sqrt(input: Float) -> SameShape:
    """Square root.

    >>> torch.sqrt(x * x)
    >>> (x * x).sqrt()
    """
    return tf.sqrt(input)


@port("torch.rsqrt", "Tensor.rsqrt")
def rsqrt(input: Float) -> SameShape:
    """1 / sqrt(x).

    >>> torch.rsqrt(x * x + 1)
    """
    return tf.math.rsqrt(input)


@port("torch.square", "Tensor.square")
def square(input: Tensor) -> SameShape:
    """x * x.

    >>> torch.square(x)
    """
    return tf.square(input)


@port("torch.abs", "torch.absolute", "Tensor.abs", "Tensor.absolute")
def absolute(input: Tensor) -> SameShape:
    """Absolute value.

    >>> torch.abs(x)
    >>> (x - y).abs()
    """
    return tf.abs(input)


@port("torch.neg", "torch.negative", "Tensor.neg", "Tensor.negative")
def negative(input: Tensor) -> SameShape:
    """-x.

    >>> torch.neg(x)
    >>> (x + y).neg()
    """
    return -input


@port("torch.sign", "Tensor.sign")
def sign(input: Tensor) -> SameShape:
    """-1, 0 or 1.

    >>> torch.sign(x)
    """
    return tf.sign(input)


@port("torch.floor", "Tensor.floor")
def floor(input: Tensor) -> SameShape:
    """Round down.

    >>> torch.floor(x)
    """
    return tf.floor(input)


@port("torch.ceil", "Tensor.ceil")
def ceil(input: Tensor) -> SameShape:
    """Round up.

    >>> torch.ceil(x)
    """
    return tf.math.ceil(input)


@port("torch.round", "Tensor.round")
def round_half_even(input: Tensor, decimals=0) -> SameShape:
    """Round to the nearest integer, halves to the even one.

    >>> torch.round(x)
    """
    if decimals != 0:
        raise Unsupported("TensorFlow rounds to integers only")
    return tf.round(input)


@port("torch.sin", "Tensor.sin")
def sin(input: Float) -> SameShape:
    """Sine.

    >>> torch.sin(x)
    """
    return tf.sin(input)


@port("torch.cos", "Tensor.cos")
def cos(input: Float) -> SameShape:
    """Cosine.

    >>> torch.cos(x)
    """
    return tf.cos(input)


@port("torch.atan2", "Tensor.atan2")
def atan2(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """Angle of the point (other, input).

    >>> torch.atan2(x, y)
    """
    return tf.atan2(input, other)


@port("torch.atanh", "Tensor.atanh")
def atanh(input: Float) -> SameShape:
    """Inverse of tanh.

    >>> torch.atanh(torch.tanh(x))
    """
    return tf.atanh(input)


@port("torch.pow", "Tensor.pow")
def power(input: Operand, exponent: Operand) -> Broadcast:
    """x to the power of the exponent.

    >>> torch.pow(x, 2)
    >>> x.pow(3)
    >>> torch.pow(x * x, y)
    """
    if known(exponent == 2):
        return tf.square(input)
    return tf.pow(input, exponent)


@port("torch.clamp", "torch.clip", "Tensor.clamp", "Tensor.clip")
def clamp(input: Tensor, min=None, max=None) -> SameShape:
    """Limit every element to [min, max].

    >>> torch.clamp(x, -1, 1)
    >>> x.clamp(max=0.5)
    >>> x.clamp(0.1)
    >>> torch.clamp(x, 1.0, -1.0)
    >>> torch.clamp(x, -y, y)
    """
    if ordered(min, max) and not known(max, Tensor):
        return tf.clip_by_value(input, min, max)
    if min is None:
        return tf.minimum(input, max)
    if max is None:
        return tf.maximum(input, min)
    return tf.minimum(tf.maximum(input, min), max)  # clip_by_value differs where min > max


@port("torch.maximum", "Tensor.maximum")
def maximum(input: Promoted, other: Promoted) -> Broadcast:
    """The larger one of each pair.

    >>> torch.maximum(x, y)
    """
    return tf.maximum(input, other)


@port("torch.minimum", "Tensor.minimum")
def minimum(input: Promoted, other: Promoted) -> Broadcast:
    """The smaller one of each pair.

    >>> torch.minimum(x, y)
    """
    return tf.minimum(input, other)


@port("torch.add", "Tensor.add")
def add(input: Promoted, other: Operand, alpha=1) -> Broadcast:
    """x + alpha * y.

    >>> torch.add(x, y)
    >>> x.add(y, alpha=0.5)
    """
    if alpha == 1:
        return input + other
    return input + alpha * other


@port("torch.sub", "torch.subtract", "Tensor.sub", "Tensor.subtract")
def subtract(input: Promoted, other: Operand, alpha=1) -> Broadcast:
    """x - alpha * y.

    >>> torch.sub(x, y)
    >>> x.sub(2)
    """
    if alpha == 1:
        return input - other
    return input - alpha * other


@port("torch.mul", "torch.multiply", "Tensor.mul", "Tensor.multiply")
def multiply(input: Promoted, other: Operand) -> Broadcast:
    """x * y.

    >>> torch.mul(x, y + 1)
    >>> x.mul(2)
    """
    return input * other


@port("torch.div", "torch.divide", "torch.true_divide", "Tensor.div", "Tensor.divide")
def divide(input: PromotedFloat, other: Operand, rounding_mode=None) -> Broadcast:
    """x / y.

    >>> torch.div(x, y)
    >>> x.div(2)
    """
    if rounding_mode is not None:
        raise Unsupported("division with rounding")
    return input / other
