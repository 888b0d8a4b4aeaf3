"""Angles and hyperbolic functions. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import Broadcast, Float, PromotedFloat, SameShape, block, port


@port("torch.sin", "Tensor.sin")
def sin(input: Float) -> SameShape:
    """Sine.

    >>> torch.sin(x)
    >>> x.sin()
    """
    return tf.sin(input)


@port("torch.cos", "Tensor.cos")
def cos(input: Float) -> SameShape:
    """Cosine.

    >>> torch.cos(x)
    >>> x.cos()
    """
    return tf.cos(input)


@port("torch.tan", "Tensor.tan")
def tan(input: Float) -> SameShape:
    """Tangent.

    >>> torch.tan(x)
    >>> x.tan()
    """
    return tf.tan(input)


@port("torch.asin", "torch.arcsin", "Tensor.asin", "Tensor.arcsin")
def asin(input: Float) -> SameShape:
    """Inverse of the sine.

    >>> torch.asin(torch.sin(x))
    >>> torch.sin(x).arcsin()
    """
    return tf.asin(input)


@port("torch.acos", "torch.arccos", "Tensor.acos", "Tensor.arccos")
def acos(input: Float) -> SameShape:
    """Inverse of the cosine.

    >>> torch.acos(torch.cos(x))
    >>> torch.cos(x).arccos()
    """
    return tf.acos(input)


@port("torch.atan", "torch.arctan", "Tensor.atan", "Tensor.arctan")
def atan(input: Float) -> SameShape:
    """Inverse of the tangent.

    >>> torch.atan(x)
    >>> x.arctan()
    """
    return tf.atan(input)


@port(
    "torch.atan2",
    "torch.arctan2",
    "Tensor.atan2",
    "Tensor.arctan2",
    note="Its gradient where both are 0 is NaN, not 0.",
)
def atan2(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """Angle of the point (other, input).

    >>> torch.atan2(x, y)
    >>> x.arctan2(y)
    """
    return tf.atan2(input, other)


@port("torch.sinh", "Tensor.sinh")
def sinh(input: Float) -> SameShape:
    """Hyperbolic sine.

    >>> torch.sinh(x)
    >>> x.sinh()
    """
    return tf.sinh(input)


@port("torch.cosh", "Tensor.cosh")
def cosh(input: Float) -> SameShape:
    """Hyperbolic cosine.

    >>> torch.cosh(x)
    >>> x.cosh()
    """
    return tf.cosh(input)


@port("torch.asinh", "torch.arcsinh", "Tensor.asinh", "Tensor.arcsinh")
def asinh(input: Float) -> SameShape:
    """Inverse of sinh.

    >>> torch.asinh(x)
    >>> x.arcsinh()
    """
    return tf.asinh(input)


@port("torch.acosh", "torch.arccosh", "Tensor.acosh", "Tensor.arccosh")
def acosh(input: Float) -> SameShape:
    """Inverse of cosh.

    >>> torch.acosh(x * x + 1)
    >>> torch.cosh(x).arccosh()
    """
    return tf.acosh(input)


@port("torch.atanh", "torch.arctanh", "Tensor.atanh", "Tensor.arctanh")
def atanh(input: Float) -> SameShape:
    """Inverse of tanh.

    >>> torch.atanh(torch.tanh(x))
    >>> torch.tanh(x).arctanh()
    """
    return tf.atanh(input)


@port("torch.hypot", "Tensor.hypot", note="Its gradient where both are 0 is 0, not NaN.")
def hypot(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """sqrt(x**2 + y**2), without overflow.

    >>> torch.hypot(x, y)
    >>> x.hypot(y)
    """
    return tf.abs(tf.complex(input, other))


@port("torch.deg2rad", "Tensor.deg2rad")
def deg2rad(input: Float) -> SameShape:
    """From degrees to radians.

    >>> torch.deg2rad(x)
    >>> a.deg2rad()
    """
    return input * (math.pi / 180)


@port("torch.rad2deg", "Tensor.rad2deg")
def rad2deg(input: Float) -> SameShape:
    """From radians to degrees.

    >>> torch.rad2deg(x)
    >>> a.rad2deg()
    """
    return input * (180 / math.pi)


@block
def sin_over(x):
    """sin(x) / x: 1 at 0, with a gradient there."""
    x = tf.where(x == 0, tf.ones_like(x) * 1e-20, x)
    return tf.sin(x) / x


@port("torch.sinc", "Tensor.sinc", "torch.special.sinc")
def sinc(input: Float) -> SameShape:
    """sin(pi * x) / (pi * x).

    >>> torch.sinc(x)
    >>> (x - x).sinc()
    """
    return sin_over(math.pi * input)


@port("torch.special.spherical_bessel_j0", note="It is NaN at infinity, not 0.")
def spherical_bessel_j0(input: Float) -> SameShape:
    """sin(x) / x.

    >>> torch.special.spherical_bessel_j0(x)
    """
    return sin_over(input)
