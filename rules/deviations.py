"""Variances and standard deviations. Each body is a template."""

import tensorflow as tf

from porter.rule import Reduced, Tensor, Unsupported, block, known, port


@block
def unbiased_var(x, axis=None, keepdims=False, correction=1):
    """Variance with torch's correction: the sum of squares is divided by n - 1."""
    mean = tf.reduce_mean(x, axis=axis, keepdims=True)
    n = tf.cast(tf.size(x) // tf.size(mean), x.dtype)
    squares = tf.reduce_sum(tf.square(x - mean), axis=axis, keepdims=keepdims)
    return squares / tf.maximum(n - correction, 0)


@block(plain="tf.sqrt")
def root(x):
    """The square root of a sum of squares, whose gradient is 0 where all of them are 0."""
    zero = x == 0
    return tf.where(zero, x, tf.sqrt(tf.where(zero, tf.ones_like(x), x)))


@block(plain="tf.math.reduce_std")
def deviation(x, axis=None, keepdims=False):
    """The standard deviation, divided by n; the gradient of equal elements is 0."""
    return root(tf.math.reduce_variance(x, axis=axis, keepdims=keepdims))


@port("torch.std", "Tensor.std")
def std(input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1) -> Reduced:
    """Standard deviation, divided by n - 1 unless unbiased=False or correction=0.

    >>> x.std()
    >>> torch.std(x, 1)
    >>> x.std(dim=0, keepdim=True)
    >>> x.std(1, unbiased=False)
    >>> x.std(correction=0)
    >>> x.std(0, correction=2)
    >>> x.std(False)
    >>> torch.std(x, True)
    """
    if isinstance(dim, bool) and known(not dim):
        return deviation(input)
    if isinstance(dim, bool) and known(dim):
        return root(unbiased_var(input))
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction is None:
        raise Unsupported("correction=None: leave it out")
    if correction == 0 or not unbiased:
        return deviation(input, axis=dim, keepdims=keepdim)
    return root(unbiased_var(input, axis=dim, keepdims=keepdim, correction=correction))


@port("torch.var", "Tensor.var")
def var(input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1) -> Reduced:
    """Variance, divided by n - 1 unless unbiased=False or correction=0.

    >>> x.var()
    >>> torch.var(x, 1, unbiased=False)
    >>> x.var(False)
    >>> torch.var(x, True)
    """
    if isinstance(dim, bool) and known(not dim):
        return tf.math.reduce_variance(input)
    if isinstance(dim, bool) and known(dim):
        return unbiased_var(input)
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction is None:
        raise Unsupported("correction=None: leave it out")
    if correction == 0 or not unbiased:
        return tf.math.reduce_variance(input, axis=dim, keepdims=keepdim)
    return unbiased_var(input, axis=dim, keepdims=keepdim, correction=correction)


@port("torch.std_mean")
def std_mean(
    input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1
) -> tuple[Reduced, Reduced]:
    """Standard deviation and mean.

    >>> torch.std_mean(x)
    >>> torch.std_mean(x, dim=1, keepdim=True)
    """
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction is None:
        raise Unsupported("correction=None: leave it out")
    if correction == 0 or not unbiased:
        return (
            deviation(input, axis=dim, keepdims=keepdim),
            tf.reduce_mean(input, axis=dim, keepdims=keepdim),
        )
    return (
        root(unbiased_var(input, axis=dim, keepdims=keepdim, correction=correction)),
        tf.reduce_mean(input, axis=dim, keepdims=keepdim),
    )


@port("torch.var_mean")
def var_mean(
    input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1
) -> tuple[Reduced, Reduced]:
    """Variance and mean.

    >>> torch.var_mean(x, 0)
    """
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction is None:
        raise Unsupported("correction=None: leave it out")
    if correction == 0 or not unbiased:
        return (
            tf.math.reduce_variance(input, axis=dim, keepdims=keepdim),
            tf.reduce_mean(input, axis=dim, keepdims=keepdim),
        )
    return (
        unbiased_var(input, axis=dim, keepdims=keepdim, correction=correction),
        tf.reduce_mean(input, axis=dim, keepdims=keepdim),
    )
