"""To whole numbers, and the parts of a number: sign, fraction. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    BoolLike,
    Broadcast,
    Int,
    Operand,
    Promoted,
    PromotedFloat,
    SameShape,
    Tensor,
    Unsupported,
    block,
    known,
    port,
)


@port("torch.floor", "Tensor.floor")
def floor(input: Tensor) -> SameShape:
    """Round down.

    >>> torch.floor(x)
    >>> a.floor()
    """
    if known(input, Int):
        return input
    return tf.floor(input)


@port("torch.ceil", "Tensor.ceil")
def ceil(input: Tensor) -> SameShape:
    """Round up.

    >>> torch.ceil(x)
    >>> a.ceil()
    """
    if known(input, Int):
        return input
    return tf.math.ceil(input)


@port("torch.round", "Tensor.round", "torch.special.round")
def round_half_even(input: Tensor, *, decimals=0) -> SameShape:
    """Round to the nearest number with so many decimals, halves to the even one.

    >>> torch.round(x)
    >>> x.round(decimals=2)
    >>> torch.round(x * 100, decimals=-1)
    """
    if decimals == 0 and known(input, Int):
        return input
    if decimals == 0:
        return tf.round(input)
    if known(input, Int):
        raise Unsupported("integers with decimals")
    if decimals < 0:
        return tf.round(input / 10**-decimals) * 10**-decimals
    return tf.round(input * 10**decimals) / 10**decimals


@block
def toward_zero(x):
    """x without what is behind the point; in a graph tf.truncatediv(x, 1) would be x."""
    return tf.where(x < 0, tf.math.ceil(x), tf.floor(x))


@port("torch.trunc", "torch.fix", "Tensor.trunc", "Tensor.fix")
def trunc(input: Tensor) -> SameShape:
    """Round towards zero.

    >>> torch.trunc(x)
    >>> x.fix()
    >>> a.trunc()
    """
    if known(input, Int):
        return input
    return toward_zero(input)


@port("torch.frac", "Tensor.frac")
def frac(input: Tensor) -> SameShape:
    """What is behind the point, with the sign of x.

    >>> torch.frac(x * 3)
    >>> (-x).frac()
    """
    return input - toward_zero(input)


@block
def sign_bit(x):
    """Where the sign bit is set: that of -0.0 too."""
    return tf.bitcast(x, {2: tf.int16, 4: tf.int32, 8: tf.int64}[tf.as_dtype(x.dtype).size]) < 0


@block
def with_sign(x, y):
    """|x| with the sign of y, that of -0.0 too."""
    return tf.where(sign_bit(y), -tf.abs(x), tf.abs(x))


@port("torch.signbit", "Tensor.signbit")
def signbit(input: Tensor) -> BoolLike:
    """Where the sign bit is set.

    >>> torch.signbit(x)
    >>> (-(x * 0)).signbit()
    >>> a.signbit()
    """
    if known(input, Bool):
        return tf.zeros_like(input)
    if known(input, Int):
        return input < 0
    return sign_bit(input)


@port("torch.copysign", "Tensor.copysign")
def copysign(input: PromotedFloat, other: Operand) -> Broadcast:
    """|x| with the sign of y.

    >>> torch.copysign(x, y)
    >>> x.copysign(-2)
    >>> torch.copysign(x, -(y * 0))
    """
    if isinstance(other, Tensor):
        return with_sign(input, other)
    if other < 0:
        return -tf.abs(input)
    if other > 0:
        return tf.abs(input)
    raise Unsupported("the sign of a number that is 0 or not known")


@port("torch.frexp", "Tensor.frexp")
def frexp(input: Tensor) -> Tensor:
    """Mantissa and exponent.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow does not take numbers apart")


@port("torch.nextafter", "Tensor.nextafter")
def nextafter(input: Promoted, other: Promoted) -> Broadcast:
    """The next float after x in the direction of y.

    >>> torch.nextafter(x, y)
    >>> x.nextafter(y)
    """
    return tf.math.nextafter(input, other)


@port("torch.heaviside", "Tensor.heaviside")
def heaviside(input: Tensor, values: Tensor) -> Broadcast:
    """0 where x is negative, values where it is 0, else 1.

    >>> torch.heaviside(x, y)
    >>> (x - x).heaviside(y)
    """
    if known(input, Bool):
        return tf.logical_or(input, values)
    return tf.where(input == 0, values, tf.cast(input > 0, input.dtype))
