"""Bessel functions, and the families that TensorFlow lacks. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import Float, SameShape, Tensor, Unsupported, dtype, known, port


@port("torch.i0", "Tensor.i0", "torch.special.i0", "torch.special.modified_bessel_i0")
def i0(input: Float) -> SameShape:
    """The modified Bessel function of order 0.

    >>> torch.i0(x)
    >>> x.i0()
    """
    return tf.math.bessel_i0(input)


@port("torch.special.i0e")
def i0e(input: Float) -> SameShape:
    """i0(x) * exp(-|x|).

    >>> torch.special.i0e(x)
    """
    return tf.math.bessel_i0e(input)


@port(
    "torch.special.i1",
    "torch.special.modified_bessel_i1",
    note="Its gradient at 0 is 1, not 1/2.",
)
def i1(input: Float) -> SameShape:
    """The modified Bessel function of order 1.

    >>> torch.special.i1(x)
    """
    return tf.math.bessel_i1(input)


@port("torch.special.i1e")
def i1e(input: Float) -> SameShape:
    """i1(x) * exp(-|x|).

    >>> torch.special.i1e(x)
    """
    return tf.math.bessel_i1e(input)


@port("torch.special.bessel_j0")
def bessel_j0(input: Float) -> SameShape:
    """The Bessel function of the first kind of order 0.

    >>> torch.special.bessel_j0(x)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow computes it in single precision only")
    return tf.math.special.bessel_j0(input)


@port("torch.special.bessel_j1")
def bessel_j1(input: Float) -> SameShape:
    """The Bessel function of the first kind of order 1.

    >>> torch.special.bessel_j1(x)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow computes it in single precision only")
    return tf.math.special.bessel_j1(input)


@port("torch.special.bessel_y0")
def bessel_y0(input: Float) -> SameShape:
    """The Bessel function of the second kind of order 0.

    >>> torch.special.bessel_y0(x * x)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow computes it in single precision only")
    return tf.where(input >= 0, tf.math.special.bessel_y0(input), math.nan)


@port("torch.special.bessel_y1")
def bessel_y1(input: Float) -> SameShape:
    """The Bessel function of the second kind of order 1.

    >>> torch.special.bessel_y1(x * x)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow computes it in single precision only")
    return tf.where(
        input != 0,
        tf.where(input >= 0, tf.math.special.bessel_y1(input), math.nan),
        -math.inf,
    )


@port("torch.special.modified_bessel_k0")
def modified_bessel_k0(input: Float) -> SameShape:
    """The modified Bessel function of the second kind of order 0.

    >>> torch.special.modified_bessel_k0(x * x)
    """
    return tf.where(input >= 0, tf.math.special.bessel_k0(input), math.nan)


@port("torch.special.modified_bessel_k1")
def modified_bessel_k1(input: Float) -> SameShape:
    """The modified Bessel function of the second kind of order 1.

    >>> torch.special.modified_bessel_k1(x * x)
    """
    return tf.where(input >= 0, tf.math.special.bessel_k1(input), math.nan)


@port("torch.special.scaled_modified_bessel_k0")
def scaled_modified_bessel_k0(input: Float) -> SameShape:
    """k0(x) * exp(x).

    >>> torch.special.scaled_modified_bessel_k0(x * x)
    """
    return tf.where(input >= 0, tf.math.special.bessel_k0e(input), math.nan)


@port("torch.special.scaled_modified_bessel_k1")
def scaled_modified_bessel_k1(input: Float) -> SameShape:
    """k1(x) * exp(x).

    >>> torch.special.scaled_modified_bessel_k1(x * x)
    """
    return tf.where(input >= 0, tf.math.special.bessel_k1e(input), math.nan)


@port("torch.special.airy_ai")
def airy_ai(input: Float) -> SameShape:
    """The Airy function.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no Airy function")


@port(
    "torch.special.chebyshev_polynomial_t",
    "torch.special.chebyshev_polynomial_u",
    "torch.special.chebyshev_polynomial_v",
    "torch.special.chebyshev_polynomial_w",
    "torch.special.shifted_chebyshev_polynomial_t",
    "torch.special.shifted_chebyshev_polynomial_u",
    "torch.special.shifted_chebyshev_polynomial_v",
    "torch.special.shifted_chebyshev_polynomial_w",
    "torch.special.hermite_polynomial_h",
    "torch.special.hermite_polynomial_he",
    "torch.special.laguerre_polynomial_l",
    "torch.special.legendre_polynomial_p",
)
def polynomial(input, n) -> Tensor:
    """Orthogonal polynomials.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no orthogonal polynomials")
