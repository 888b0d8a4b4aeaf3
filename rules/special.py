"""Special functions: of the normal and gamma distributions, x * log(y). Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Float,
    Int,
    Operand,
    PromotedFloat,
    SameShape,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)


@port(
    "torch.erf", "Tensor.erf", "torch.special.erf", note="In float64 it is NaN at infinity, not 1."
)
def erf(input: Float) -> SameShape:
    """Error function.

    >>> torch.erf(x)
    >>> x.erf()
    """
    return tf.math.erf(input)


@port("torch.erfc", "Tensor.erfc", "torch.special.erfc")
def erfc(input: Float) -> SameShape:
    """1 - erf(x).

    >>> torch.erfc(x)
    >>> x.erfc()
    """
    return tf.math.erfc(input)


@port("torch.erfinv", "Tensor.erfinv", "torch.special.erfinv")
def erfinv(input: Float) -> SameShape:
    """Inverse of erf.

    >>> torch.erfinv(torch.erf(x))
    >>> torch.erf(x).erfinv()
    """
    return tf.math.erfinv(input)


@port("torch.special.erfcx")
def erfcx(input: Float) -> SameShape:
    """exp(x**2) * erfc(x).

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no scaled erfc")


@port("torch.special.ndtr")
def ndtr(input: Float) -> SameShape:
    """The normal distribution function.

    >>> torch.special.ndtr(x)
    """
    return 0.5 * tf.math.erfc(-math.sqrt(0.5) * input)


@port("torch.special.ndtri")
def ndtri(input: Float) -> SameShape:
    """Inverse of the normal distribution function.

    >>> torch.special.ndtri(torch.special.ndtr(x))
    """
    return tf.math.ndtri(input)


@port("torch.special.log_ndtr")
def log_ndtr(input: Float) -> SameShape:
    """Logarithm of the normal distribution function.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no scaled erfc, which small x need")


@port("torch.lgamma", "Tensor.lgamma", "torch.special.gammaln")
def lgamma(input: Float) -> SameShape:
    """Logarithm of |gamma(x)|.

    >>> torch.lgamma(x)
    >>> x.lgamma()
    """
    return tf.math.lgamma(input)


@port("torch.mvlgamma", "Tensor.mvlgamma", "torch.special.multigammaln")
def mvlgamma(input: Float, p) -> SameShape:
    """Logarithm of the multivariate gamma function of dimension p.

    >>> torch.mvlgamma(x * x + 1, 2)
    >>> (x * x + 1).mvlgamma(3)
    """
    return log_gammas(input, p)


@block
def log_gammas(x, p):
    """Logarithm of the multivariate gamma function of dimension p."""
    terms = [tf.math.lgamma(x - i / 2) for i in range(p)]
    return tf.add_n(terms) + p * (p - 1) / 4 * math.log(math.pi)


@port(
    "torch.digamma",
    "Tensor.digamma",
    "torch.special.digamma",
    "torch.special.psi",
    note="It is NaN at 0, and its gradient is wrong in float32 where x is less than -8.",
)
def digamma(input: Tensor) -> SameShape:
    """Derivative of lgamma.

    >>> torch.digamma(x * x + 0.1)
    >>> (x * x + 0.1).digamma()
    """
    if known(input, Int | Bool):
        raise Unsupported("TensorFlow has no digamma of integers")
    return tf.math.digamma(input)


@port("torch.polygamma", "torch.special.polygamma", note="Its poles are NaN or of the other sign.")
def polygamma(n: int, input: Float) -> SameShape:
    """The n-th derivative of digamma; TensorFlow's is wrong in float32 where x is less than -8.

    >>> torch.polygamma(1, x * x + 0.1)
    >>> torch.special.polygamma(2, x * x + 0.1)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow's is off by 4e-10 in float64")
    return tf.cast(
        tf.math.polygamma(tf.constant(n, tf.float64), tf.cast(input, tf.float64)), tf.float32
    )


@port("Tensor.polygamma", note="Its poles are NaN or of the other sign.")
def polygamma_of(input: Float, n: int) -> SameShape:
    """The n-th derivative of digamma; TensorFlow's is wrong in float32 where x is less than -8.

    >>> (x * x + 0.1).polygamma(1)
    """
    if known(dtype(input) == "float64"):
        raise Unsupported("TensorFlow's is off by 4e-10 in float64")
    return tf.cast(
        tf.math.polygamma(tf.constant(n, tf.float64), tf.cast(input, tf.float64)), tf.float32
    )


@port(
    "torch.igamma",
    "Tensor.igamma",
    "torch.special.gammainc",
    note="It is not the same where the first argument is 0.",
)
def igamma(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """The regularized lower incomplete gamma function.

    >>> torch.igamma(x * x, y * y)
    >>> (x * x).igamma(y * y)
    """
    return tf.math.igamma(input, other)


@port(
    "torch.igammac",
    "Tensor.igammac",
    "torch.special.gammaincc",
    note="It is not the same where the first argument is 0.",
)
def igammac(input: PromotedFloat, other: PromotedFloat) -> Broadcast:
    """The regularized upper incomplete gamma function.

    >>> torch.igammac(x * x, y * y)
    >>> (x * x).igammac(y * y)
    """
    return tf.math.igammac(input, other)


@port(
    "torch.xlogy",
    "Tensor.xlogy",
    "torch.special.xlogy",
    note="Where x is 0 its gradient is 0, and so is 0 * log(NaN).",
)
def xlogy(input: PromotedFloat, other: Operand) -> Broadcast:
    """x * log(y), 0 where x is 0.

    >>> torch.xlogy(x, y * y)
    >>> (x - x).xlogy(y)
    >>> x.xlogy(2)
    """
    return tf.math.xlogy(input, other)


@port("torch.special.xlog1py", note="Where x is 0 its gradient is 0, and so is 0 * log(NaN).")
def xlog1py(input: PromotedFloat, other: Operand) -> Broadcast:
    """x * log(1 + y), 0 where x is 0.

    >>> torch.special.xlog1py(x, y * y)
    """
    return tf.math.xlog1py(input, other)


@port("torch.special.entr", note="Its gradient at 0 is 0, not infinite.")
def entr(input: Float) -> SameShape:
    """-x * log(x), 0 where x is 0, minus infinity where it is negative.

    >>> torch.special.entr(x)
    """
    return tf.where(input < 0, tf.constant(-math.inf, input.dtype), -tf.math.xlogy(input, input))


@port("torch.special.zeta")
def zeta(input: Tensor, other) -> Tensor:
    """The Hurwitz zeta function.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's zeta differs where other is not positive")
