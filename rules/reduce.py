"""Reductions: mean, sum, max, argmax, std. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    BoolReduced,
    Broadcast,
    Float,
    Int,
    IntReduced,
    Reduced,
    Scalar,
    Summed,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
    rank,
)
from rules.extremes import larger, smaller
from rules.promoted import together


@port("torch.mean", "Tensor.mean")
def mean(input: Tensor, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """Mean of all elements, or along dim.

    >>> torch.mean(x)
    >>> x.mean(1)
    >>> x.mean(dim=0, keepdim=True)
    >>> x.mean((0, 1))
    >>> a.mean(dtype=torch.float32)
    """
    if dtype is not None:
        return tf.reduce_mean(tf.cast(input, dtype), axis=dim, keepdims=keepdim)
    if known(input, (Int, Bool)):
        raise Unsupported("torch has no mean of integers")
    return tf.reduce_mean(input, axis=dim, keepdims=keepdim)


@port("torch.nanmean", "Tensor.nanmean")
def nanmean(input: Tensor, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """Mean of what is not NaN.

    >>> torch.nanmean(torch.log(x), 1)
    """
    if dtype is not None:
        return tf.experimental.numpy.nanmean(tf.cast(input, dtype), axis=dim, keepdims=keepdim)
    if known(input, (Int, Bool)):
        raise Unsupported("torch has no mean of integers")
    return tf.experimental.numpy.nanmean(input, axis=dim, keepdims=keepdim)


@port("torch.sum", "Tensor.sum")
def sum_of(input: Summed, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """Sum of all elements, or along dim.

    >>> torch.sum(x)
    >>> x.sum(-1, keepdim=True)
    >>> (x > 0).sum(1)
    >>> (x > 0).sum(1, dtype=torch.float32)
    """
    if known(dtype, Bool):
        raise Unsupported("a sum of booleans: use any")
    if dtype is not None:
        return tf.reduce_sum(tf.cast(input, dtype), axis=dim, keepdims=keepdim)
    return tf.reduce_sum(input, axis=dim, keepdims=keepdim)


@port("torch.nansum", "Tensor.nansum")
def nansum(input: Summed, dim=None, keepdim=False) -> Reduced:
    """Sum of what is not NaN.

    >>> torch.nansum(torch.log(x), 1)
    >>> a.nansum()
    """
    if known(input, Int):
        return tf.reduce_sum(input, axis=dim, keepdims=keepdim)
    return tf.experimental.numpy.nansum(input, axis=dim, keepdims=keepdim)


@port("torch.prod", "Tensor.prod")
def prod(input: Summed, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """Product of all elements, or along dim.

    >>> torch.prod(x)
    >>> x.prod(1)
    """
    if known(dtype, Bool):
        raise Unsupported("a product of booleans: use all")
    if dtype is not None:
        return tf.reduce_prod(tf.cast(input, dtype), axis=dim, keepdims=keepdim)
    return tf.reduce_prod(input, axis=dim, keepdims=keepdim)


@port("torch.all", "Tensor.all")
def every(input: Tensor, dim=None, keepdim=False) -> Reduced | BoolReduced | Reduced:
    """Whether all are true.

    >>> torch.all(x > 0)
    >>> (x > -9).all(1)
    >>> x.all()
    """
    if known(input, Bool):
        return tf.reduce_all(input, axis=dim, keepdims=keepdim)
    if known(input, (Int, Float)):
        return tf.reduce_all(input != 0, axis=dim, keepdims=keepdim)
    return tf.reduce_all(tf.cast(input, tf.bool), axis=dim, keepdims=keepdim)


@port("torch.any", "Tensor.any")
def some(input: Tensor, dim=None, keepdim=False) -> Reduced | BoolReduced | Reduced:
    """Whether any is true.

    >>> torch.any(x > 0)
    >>> (x > 0).any(dim=1)
    >>> a.any()
    """
    if known(input, Bool):
        return tf.reduce_any(input, axis=dim, keepdims=keepdim)
    if known(input, (Int, Float)):
        return tf.reduce_any(input != 0, axis=dim, keepdims=keepdim)
    return tf.reduce_any(tf.cast(input, tf.bool), axis=dim, keepdims=keepdim)


@port("torch.count_nonzero", "Tensor.count_nonzero")
def count_nonzero(input: Tensor, dim=None) -> IntReduced:
    """How many elements are not 0.

    >>> torch.count_nonzero(a)
    >>> (x > 0).count_nonzero(1)
    """
    return tf.math.count_nonzero(input, axis=dim)


@block
def at_first(places, x, found, axis, keepdims):
    """What was found along an axis, with the gradient of its first place alone."""
    axis %= x.shape.rank
    first = tf.one_hot(places, tf.shape(x)[axis], True, False, axis, tf.bool)
    one = tf.reduce_sum(tf.where(first, x, tf.zeros_like(x)), axis=axis, keepdims=keepdims)
    return tf.where(one == found, one, found)  # it is not where there is NaN


@block(plain="tf.reduce_max")
def largest(x, axis=None, keepdims=False):
    """The largest elements along an axis. Of equal ones the first gets the gradient."""
    x = tf.convert_to_tensor(x)
    found = tf.reduce_max(x, axis=axis, keepdims=keepdims)  # TensorFlow gives each a share
    return at_first(tf.argmax(x, axis=axis), x, found, axis, keepdims)


@block(plain="tf.reduce_min")
def smallest(x, axis=None, keepdims=False):
    """The smallest elements along an axis. Of equal ones the first gets the gradient."""
    x = tf.convert_to_tensor(x)
    found = tf.reduce_min(x, axis=axis, keepdims=keepdims)  # TensorFlow gives each a share
    return at_first(tf.argmin(x, axis=axis), x, found, axis, keepdims)


@block
def any_true(mask, axis, keepdims=False):
    """Whether any is true along an axis, and where the first one is."""
    at = tf.argmax(tf.cast(mask, tf.int32), axis=axis)
    return tf.reduce_any(mask, axis=axis, keepdims=keepdims), (
        tf.expand_dims(at, axis) if keepdims else at
    )


@block
def all_true(mask, axis, keepdims=False):
    """Whether all are true along an axis, and where the first one is that is not."""
    at = tf.argmin(tf.cast(mask, tf.int32), axis=axis)
    return tf.reduce_all(mask, axis=axis, keepdims=keepdims), (
        tf.expand_dims(at, axis) if keepdims else at
    )


@port("torch.max", "Tensor.max")
def max_of(
    input: Tensor, dim=None, keepdim=False
) -> (
    Scalar
    | Scalar
    | Broadcast
    | Broadcast
    | tuple[Reduced, IntReduced]
    | tuple[Reduced, IntReduced]
    | tuple[Reduced, IntReduced]
):
    """Maximum of all elements, of two tensors, or (values, indices) along dim.

    >>> x.max()
    >>> torch.max(x, y)
    >>> x.max(1)[0]
    >>> torch.max(x, dim=1)[1]
    >>> x.max(1, keepdim=True)
    >>> torch.max(x + y, 1)[0]
    >>> (x > 0).max()
    >>> (x > 0).max(1)
    >>> (x > 0).max(1, keepdim=True)
    """
    if dim is None and known(input, Bool):
        return tf.reduce_any(input)
    if dim is None:
        return tf.reduce_max(input)
    if known(dim, Tensor) and (known(input, Bool) or known(dtype(input) != dtype(dim))):
        raise Unsupported("of booleans or of two dtypes: use torch.maximum")
    if known(dim, Tensor):
        return larger(input, dim)
    if isinstance(dim, Tensor):
        return larger(*together(input, dim))
    if known(input, Bool):
        return any_true(input, dim, keepdim)
    if keepdim:
        return (
            largest(input, axis=dim, keepdims=True),
            tf.expand_dims(tf.argmax(input, axis=dim), dim),
        )
    return largest(input, axis=dim), tf.argmax(input, axis=dim)


@port("torch.min", "Tensor.min")
def min_of(
    input: Tensor, dim=None, keepdim=False
) -> (
    Scalar
    | Scalar
    | Broadcast
    | Broadcast
    | tuple[Reduced, IntReduced]
    | tuple[Reduced, IntReduced]
    | tuple[Reduced, IntReduced]
):
    """Minimum of all elements, of two tensors, or (values, indices) along dim.

    >>> x.min()
    >>> torch.min(x, y)
    >>> x.min(1)[0]
    >>> torch.min(x, dim=1)[1]
    >>> x.min(0, keepdim=True)
    >>> (x > 0).min()
    >>> (x > 0).min(1)
    >>> (x > 0).min(1, keepdim=True)
    """
    if dim is None and known(input, Bool):
        return tf.reduce_all(input)
    if dim is None:
        return tf.reduce_min(input)
    if known(dim, Tensor) and (known(input, Bool) or known(dtype(input) != dtype(dim))):
        raise Unsupported("of booleans or of two dtypes: use torch.minimum")
    if known(dim, Tensor):
        return smaller(input, dim)
    if isinstance(dim, Tensor):
        return smaller(*together(input, dim))
    if known(input, Bool):
        return all_true(input, dim, keepdim)
    if keepdim:
        return (
            smallest(input, axis=dim, keepdims=True),
            tf.expand_dims(tf.argmin(input, axis=dim), dim),
        )
    return smallest(input, axis=dim), tf.argmin(input, axis=dim)


@port("torch.amax", "Tensor.amax")
def amax(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Largest values along dim.

    >>> x.amax(1)
    >>> (x > 0).amax(1)
    """
    if known(input, Bool):
        return tf.reduce_any(input, axis=dim, keepdims=keepdim)
    return tf.reduce_max(input, axis=dim, keepdims=keepdim)


@port("torch.amin", "Tensor.amin")
def amin(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Smallest values along dim.

    >>> torch.amin(x, 1, keepdim=True)
    """
    if known(input, Bool):
        return tf.reduce_all(input, axis=dim, keepdims=keepdim)
    return tf.reduce_min(input, axis=dim, keepdims=keepdim)


@port("torch.aminmax", "Tensor.aminmax")
def aminmax(input: Tensor, *, dim=None, keepdim=False) -> tuple[Reduced, Reduced]:
    """Smallest and largest values, of all elements or along dim.

    >>> torch.aminmax(x)
    >>> x.aminmax(dim=1, keepdim=True)
    """
    if known(input, Bool):
        return (
            tf.reduce_all(input, axis=dim, keepdims=keepdim),
            tf.reduce_any(input, axis=dim, keepdims=keepdim),
        )
    return (
        tf.reduce_min(input, axis=dim, keepdims=keepdim),
        tf.reduce_max(input, axis=dim, keepdims=keepdim),
    )


@port("torch.argmax", "Tensor.argmax")
def argmax(input: Tensor, dim=None, keepdim=False) -> IntReduced:
    """Index of the largest element, of the flattened tensor or along dim.

    >>> torch.argmax(x)
    >>> x.argmax(1)
    >>> x.argmax(dim=1, keepdim=True)
    >>> x[0].argmax()
    """
    if dim is None and keepdim:
        raise Unsupported("keepdim without dim")
    if dim is None and known(rank(input) == 1):
        return tf.argmax(input)
    if dim is None:
        return tf.argmax(tf.reshape(input, [-1]))
    if keepdim:
        return tf.expand_dims(tf.argmax(input, axis=dim), dim)
    return tf.argmax(input, axis=dim)


@port("torch.argmin", "Tensor.argmin")
def argmin(input: Tensor, dim=None, keepdim=False) -> IntReduced:
    """Index of the smallest element, of the flattened tensor or along dim.

    >>> torch.argmin(x)
    >>> x.argmin(1)
    >>> x[0].argmin()
    """
    if dim is None and keepdim:
        raise Unsupported("keepdim without dim")
    if dim is None and known(rank(input) == 1):
        return tf.argmin(input)
    if dim is None:
        return tf.argmin(tf.reshape(input, [-1]))
    if keepdim:
        return tf.expand_dims(tf.argmin(input, axis=dim), dim)
    return tf.argmin(input, axis=dim)


@port("torch.logsumexp", "Tensor.logsumexp", "torch.special.logsumexp")
def logsumexp(input: Float, dim, keepdim=False) -> Reduced:
    """Logarithm of the sum of exponentials.

    >>> torch.logsumexp(x, 1)
    >>> x.logsumexp(dim=1, keepdim=True)
    """
    return tf.reduce_logsumexp(input, axis=dim, keepdims=keepdim)
