"""Arithmetic of two tensors, or of a tensor and a number. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Complex,
    DoubleBroadcast,
    FloatBroadcast,
    Int,
    Number,
    Operand,
    Promoted,
    PromotedFloat,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)
from rules.math import inverse_root, square_root
from rules.rounding import toward_zero


@port("torch.add", "Tensor.add")
def add(input: Promoted, other: Operand, *, alpha=1) -> Broadcast:
    """x + alpha * y.

    >>> torch.add(x, y)
    >>> x.add(y, alpha=0.5)
    >>> a.add(x.sum(1))
    """
    if known(input, Bool) and not known(alpha == 1):
        raise Unsupported("a multiple of booleans")
    if known(input, Bool):
        return tf.logical_or(input, other)
    if known(alpha == 1):
        return input + other
    return input + alpha * other


@port("torch.sub", "torch.subtract", "Tensor.sub", "Tensor.subtract")
def subtract(input: Promoted, other: Operand, *, alpha=1) -> Broadcast:
    """x - alpha * y.

    >>> torch.sub(x, y)
    >>> x.sub(2)
    >>> a.sub(0.5, alpha=2)
    """
    if known(alpha == 1):
        return input - other
    return input - alpha * other


@port("torch.rsub")
def reverse_subtract(input: Promoted, other: Operand, *, alpha=1) -> Broadcast:
    """y - alpha * x.

    >>> torch.rsub(x, y)
    >>> torch.rsub(x, 2, alpha=3)
    """
    if known(alpha == 1):
        return other - input
    return other - alpha * input


@port("torch.mul", "torch.multiply", "Tensor.mul", "Tensor.multiply")
def multiply(input: Promoted, other: Operand) -> Broadcast:
    """x * y.

    >>> torch.mul(x, y + 1)
    >>> x.mul(2)
    >>> (x > 0).mul(y)
    """
    if known(input, Bool):
        return tf.logical_and(input, other)
    return input * other


@port("torch.div", "torch.divide", "Tensor.div", "Tensor.divide")
def divide(
    input: Promoted, other: Operand, *, rounding_mode=None
) -> (
    FloatBroadcast
    | FloatBroadcast
    | Broadcast
    | Broadcast
    | Broadcast
    | Broadcast
    | Broadcast
    | Broadcast
):
    """x / y, rounded down or towards zero.

    >>> torch.div(x, y)
    >>> x.div(2)
    >>> a.div(2)
    >>> torch.div(x, y, rounding_mode="floor")
    >>> torch.div(-a, 2, rounding_mode="floor")
    >>> x.div(0.1, rounding_mode="trunc")
    """
    if not known(rounding_mode in (None, "floor", "trunc")):
        raise Unsupported("a rounding mode that only the program tells: write its name")
    if rounding_mode is None and known(other, Number) and known(input, Int | Bool):
        return tf.cast(input, tf.float32) / other
    if rounding_mode is None and known(input, Int | Bool):
        return tf.cast(input, tf.float32) / tf.cast(other, tf.float32)
    if rounding_mode is None:
        return input / other
    if known(input, Bool):
        raise Unsupported("booleans divided with rounding")
    if rounding_mode == "floor" and isinstance(input, Int):
        return input // other
    if rounding_mode == "floor" and isinstance(other, Tensor):
        return floor_quotient(input, other)
    if rounding_mode == "floor":
        return tf.round((input - input % other) / other)
    if isinstance(input, Int):
        return tf.truncatediv(input, other)
    return toward_zero(input / other)


@port("torch.true_divide", "Tensor.true_divide")
def true_divide(input: PromotedFloat, other: Operand) -> Broadcast:
    """x / y.

    >>> torch.true_divide(x, y)
    >>> a.true_divide(2)
    """
    return input / other


@block
def floor_quotient(x, y):
    """x / y rounded down as torch does it, by the remainder: 1.0 // 0.1 is 9."""
    rest = tf.truncatemod(x, y)
    below = (rest != 0) & ((rest < 0) != (y < 0))
    quotient = tf.round((x - rest) / y) - tf.cast(below, x.dtype)
    return tf.stop_gradient(tf.where(y == 0, x / y, quotient))


@port("torch.floor_divide", "Tensor.floor_divide", "Tensor.__floordiv__")
def floor_divide(input: Promoted, other: Operand) -> Broadcast:
    """x / y rounded down.

    >>> torch.floor_divide(x, y)
    >>> a.floor_divide(2)
    >>> x.floor_divide(0.1)
    >>> x.__floordiv__(y)
    """
    if known(input, Int):
        return input // other
    if isinstance(other, Tensor):
        return floor_quotient(input, other)
    return tf.round((input - input % other) / other)


@port("torch.remainder", "Tensor.remainder")
def remainder(input: Operand, other: Operand) -> Broadcast:
    """x - y * floor(x / y): it has the sign of y.

    >>> torch.remainder(x, y)
    >>> x.remainder(-0.5)
    >>> a.remainder(2)
    """
    return input % other


@block
def signed_rest(x, y):
    """x - y * trunc(x / y), with its gradient: tf.truncatemod has none."""
    y = abs(y)
    return tf.where(x < 0, -(-x % y), x % y)


@port("torch.fmod", "Tensor.fmod")
def fmod(input: Promoted, other: Operand) -> Broadcast:
    """x - y * trunc(x / y): it has the sign of x.

    >>> torch.fmod(x, y)
    >>> x.fmod(-0.5)
    >>> (a - 1).fmod(2)
    """
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow has no remainder towards zero of uint8")
    if known(input, Int):
        return tf.truncatemod(input, other)
    return signed_rest(input, other)


@port("torch.pow", "Tensor.pow")
def power(input: Operand, exponent: Operand) -> Broadcast:
    """x to the power of the exponent.

    >>> torch.pow(x, 2)
    >>> x.pow(3)
    >>> torch.pow(x * x, y)
    >>> torch.pow(2, x)
    >>> (x * x).pow(0.5)
    >>> a.pow(2)
    >>> a.byte().pow(2)
    """
    if known(dtype(input) == "uint8") and known(exponent, int):  # TensorFlow has no such powers
        return tf.cast(tf.cast(input, tf.int64) ** exponent, tf.uint8)
    if known(exponent == 2):
        return tf.square(input)
    if known(exponent == 0.5):
        return square_root(input)
    if known(exponent == -0.5):
        return inverse_root(input)
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow has no powers of uint8")
    if known(input, Number):
        return input**exponent
    return tf.pow(input, exponent)


@port("torch.float_power", "Tensor.float_power")
def float_power(input, exponent) -> DoubleBroadcast:
    """x to the power of the exponent, in float64.

    >>> torch.float_power(x, 2)
    >>> torch.float_power(2, a)
    >>> (x * x).float_power(y)
    """
    if known(input, Complex) or known(exponent, Complex):
        raise Unsupported("complex numbers")
    if known(exponent, Number):
        return tf.pow(tf.cast(input, tf.float64), exponent)
    if known(input, Number):
        return input ** tf.cast(exponent, tf.float64)
    return tf.pow(tf.cast(input, tf.float64), tf.cast(exponent, tf.float64))


@port("torch.addcmul", "Tensor.addcmul")
def addcmul(input: Promoted, tensor1: Promoted, tensor2: Promoted, *, value=1) -> Broadcast:
    """x + value * y * z.

    >>> torch.addcmul(x, y, q)
    >>> x.addcmul(y, q, value=0.5)
    """
    if known(value == 1):
        return input + tensor1 * tensor2
    return input + value * tensor1 * tensor2


@port("torch.addcdiv", "Tensor.addcdiv")
def addcdiv(input: Promoted, tensor1: Promoted, tensor2: Promoted, *, value=1) -> Broadcast:
    """x + value * y / z.

    >>> torch.addcdiv(x, y, q)
    >>> x.addcdiv(y, q, value=0.5)
    """
    if known(value == 1):
        return input + tensor1 / tensor2
    return input + value * tensor1 / tensor2


@port("torch.lerp", "Tensor.lerp")
def lerp(input: Promoted, end: Promoted, weight) -> Broadcast:
    """x + weight * (y - x).

    >>> torch.lerp(x, y, 0.3)
    >>> x.lerp(y, q)
    """
    return input + weight * (end - input)


@port("torch.ldexp", "Tensor.ldexp")
def ldexp(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """x * 2**y.

    >>> torch.ldexp(x, a[:, None])
    >>> x.ldexp(y)
    """
    return input * 2**other


@port("torch.gcd", "Tensor.gcd")
def gcd(input: Promoted, other: Promoted) -> Broadcast:
    """Greatest common divisor.

    >>> torch.gcd(a * 6, a + 2)
    >>> a.gcd(a * 3)
    """
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow has no gcd of uint8")
    return tf.experimental.numpy.gcd(input, other)


@port("torch.lcm", "Tensor.lcm")
def lcm(input: Promoted, other: Promoted) -> Broadcast:
    """Least common multiple.

    >>> torch.lcm(a * 6, a + 2)
    >>> a.lcm(a * 3)
    """
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow has no lcm of uint8")
    return tf.experimental.numpy.lcm(input, other)
