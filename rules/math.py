"""Elementwise mathematics: powers of e, logarithms, roots. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Complex,
    Float,
    IntLike,
    PromotedFloat,
    RealLike,
    SameShape,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)


@port("torch.exp", "Tensor.exp")
def exp(input: Float) -> SameShape:
    """e to the power of every element.

    >>> torch.exp(x)
    >>> x.exp()
    """
    return tf.exp(input)


@port("torch.exp2", "Tensor.exp2", "torch.special.exp2")
def exp2(input: Float) -> SameShape:
    """2 to the power of every element.

    >>> torch.exp2(x)
    >>> x.exp2()
    """
    return 2**input


@port("torch.expm1", "Tensor.expm1", "torch.special.expm1")
def expm1(input: Float) -> SameShape:
    """e to the power of x, minus 1.

    >>> torch.expm1(x)
    >>> x.expm1()
    """
    return tf.math.expm1(input)


@port("torch.log", "Tensor.log")
def log(input: Float) -> SameShape:
    """Natural logarithm.

    >>> torch.log(x * x)
    >>> (x * x + 1).log()
    """
    return tf.math.log(input)


@port("torch.log2", "Tensor.log2")
def log2(input: Float) -> SameShape:
    """Logarithm to the base 2.

    >>> torch.log2(x * x)
    >>> (x * x + 1).log2()
    """
    return tf.math.log(input) / math.log(2)


@port("torch.log10", "Tensor.log10")
def log10(input: Float) -> SameShape:
    """Logarithm to the base 10.

    >>> torch.log10(x * x)
    >>> (x * x + 1).log10()
    """
    return tf.math.log(input) / math.log(10)


@port("torch.log1p", "Tensor.log1p", "torch.special.log1p")
def log1p(input: Float) -> SameShape:
    """Logarithm of 1 + x.

    >>> torch.log1p(x * x)
    >>> x.log1p()
    """
    return tf.math.log1p(input)


@block
def log_add_exp(x, y):
    """log(exp(x) + exp(y)), without overflow; the gradient is shared where both are equal."""
    top = tf.stop_gradient(tf.maximum(x, y))
    top = tf.where(tf.math.is_finite(top), top, tf.zeros_like(top))
    return top + tf.math.log(tf.exp(x - top) + tf.exp(y - top))


@port("torch.logaddexp", "Tensor.logaddexp")
def logaddexp(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """log(exp(x) + exp(y)).

    >>> torch.logaddexp(x, y)
    >>> x.logaddexp(y)
    """
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return log_add_exp(input, other)


@port("torch.logaddexp2", "Tensor.logaddexp2")
def logaddexp2(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """log2(2**x + 2**y).

    >>> torch.logaddexp2(x, y)
    >>> x.logaddexp2(y)
    """
    if known(input, Complex):
        raise Unsupported("complex numbers")
    return log_add_exp(input * math.log(2), other * math.log(2)) / math.log(2)


@port("torch.logit", "Tensor.logit", "torch.special.logit")
def logit(input: Float, eps=None) -> SameShape:
    """log(x / (1 - x)), x limited to [eps, 1 - eps].

    >>> torch.logit(torch.sigmoid(x))
    >>> torch.sigmoid(x).logit()
    >>> torch.logit(x, 1e-6)
    """
    if eps is None:
        return tf.math.log(input / (1 - input))
    return logit(tf.clip_by_value(input, eps, 1 - eps))


@block(plain="tf.sqrt")
def square_root(x):
    """The square root with torch's gradient: where 0 comes back to 0, that is NaN, and tf.sqrt's
    is 0."""

    @tf.custom_gradient
    def root(x):
        return tf.sqrt(x), lambda grad: grad / (2 * square_root(x))

    return root(tf.convert_to_tensor(x))


@block(plain="tf.math.rsqrt")
def inverse_root(x):
    """1 / sqrt(x) with torch's gradient: where 0 comes back to 0, it is NaN."""

    @tf.custom_gradient
    def root(x):
        return tf.math.rsqrt(x), lambda grad: -0.5 * grad * inverse_root(x) ** 3

    return root(tf.convert_to_tensor(x))


@port("torch.sqrt", "Tensor.sqrt")
def sqrt(input: Float) -> SameShape:
    """Square root.

    >>> torch.sqrt(x * x)
    >>> (x * x).sqrt()
    """
    return square_root(input)


@port("torch.rsqrt", "Tensor.rsqrt")
def rsqrt(input: Float) -> SameShape:
    """1 / sqrt(x).

    >>> torch.rsqrt(x * x + 1)
    >>> (x * x).rsqrt()
    """
    return inverse_root(input)


@port("torch.square", "Tensor.square")
def square(input: Tensor) -> IntLike | SameShape:
    """x * x.

    >>> torch.square(x)
    >>> x.square()
    >>> a.square()
    """
    if known(input, Bool):
        return tf.cast(input, tf.int64)
    return tf.square(input)


@port("torch.reciprocal", "Tensor.reciprocal")
def reciprocal(input: Float) -> SameShape:
    """1 / x.

    >>> torch.reciprocal(x)
    >>> x.reciprocal()
    """
    return 1 / input


@port("torch.abs", "torch.absolute", "Tensor.abs", "Tensor.absolute")
def absolute(input: Tensor) -> SameShape | RealLike:
    """Absolute value.

    >>> torch.abs(x)
    >>> (x - y).abs()
    >>> a.abs()
    """
    if known(dtype(input) in ("bool", "uint8")):
        return input
    return tf.abs(input)


@port("torch.neg", "torch.negative", "Tensor.neg", "Tensor.negative")
def negative(input: Tensor) -> SameShape:
    """-x.

    >>> torch.neg(x)
    >>> (x + y).neg()
    >>> a.byte().neg()
    """
    if known(dtype(input) == "uint8"):
        return ~input + 1  # a graph makes tf.negative of 0 - x, which knows no bytes
    return -input


@port("torch.positive", "Tensor.positive")
def positive(input: Tensor) -> SameShape:
    """x.

    >>> torch.positive(x)
    >>> x.positive()
    """
    return input


@port("torch.sign", "Tensor.sign", note="The sign of NaN is NaN, not 0.")
def sign(input: Tensor) -> SameShape:
    """-1, 0 or 1.

    >>> torch.sign(x)
    >>> a.sign()
    """
    if known(input, Bool):
        return input
    if known(dtype(input) == "uint8"):
        return tf.minimum(input, 1)
    return tf.sign(input)


@port("torch.sgn", "Tensor.sgn", note="The sign of NaN is NaN, not 0.")
def sgn(input: Tensor) -> SameShape:
    """-1, 0 or 1; of a complex number the one with its angle.

    >>> torch.sgn(x)
    >>> a.sgn()
    """
    if known(input, Bool):
        return input
    if known(dtype(input) == "uint8"):
        return tf.minimum(input, 1)
    return tf.sign(input)
