"""Reductions: mean, sum, max, argmax, std, norm. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Int,
    IntReduced,
    Reduced,
    SameShape,
    Scalar,
    Sequence,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@port("torch.mean", "Tensor.mean")
def mean(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Mean of all elements, or along dim.

    >>> torch.mean(x)
    >>> x.mean(1)
    >>> x.mean(dim=0, keepdim=True)
    >>> x.mean((0, 1))
    """
    if known(input, Int):
        raise Unsupported("torch has no mean of integers")
    return tf.reduce_mean(input, axis=dim, keepdims=keepdim)


@port("torch.sum", "Tensor.sum")
def sum_of(input: Tensor, dim=None, keepdim=False) -> IntReduced | Reduced:
    """Sum of all elements, or along dim.

    >>> torch.sum(x)
    >>> x.sum(-1, keepdim=True)
    >>> (x > 0).sum(1)
    """
    if known(input, Bool):
        return tf.reduce_sum(tf.cast(input, tf.int64), axis=dim, keepdims=keepdim)
    return tf.reduce_sum(input, axis=dim, keepdims=keepdim)


@port("torch.prod", "Tensor.prod")
def prod(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Product of all elements, or along dim.

    >>> torch.prod(x)
    >>> x.prod(1)
    """
    return tf.reduce_prod(input, axis=dim, keepdims=keepdim)


@port("torch.all", "Tensor.all")
def every(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Whether all are true.

    >>> torch.all(x > 0)
    >>> (x > -9).all(1)
    """
    return tf.reduce_all(input, axis=dim, keepdims=keepdim)


@port("torch.any", "Tensor.any")
def some(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Whether any is true.

    >>> torch.any(x > 0)
    >>> (x > 0).any(dim=1)
    """
    return tf.reduce_any(input, axis=dim, keepdims=keepdim)


@port("torch.max", "Tensor.max")
def max_of(
    input: Tensor, dim=None, keepdim=False
) -> Scalar | Broadcast | tuple[Reduced, IntReduced] | tuple[Reduced, IntReduced]:
    """Maximum of all elements, of two tensors, or (values, indices) along dim.

    >>> x.max()
    >>> torch.max(x, y)
    >>> x.max(1)[0]
    >>> torch.max(x, dim=1)[1]
    >>> x.max(1, keepdim=True)
    >>> torch.max(x + y, 1)[0]
    """
    if dim is None:
        return tf.reduce_max(input)
    if isinstance(dim, Tensor):
        return tf.maximum(input, dim)
    if keepdim:
        return (
            tf.reduce_max(input, axis=dim, keepdims=True),
            tf.expand_dims(tf.argmax(input, axis=dim), dim),
        )
    return tf.reduce_max(input, axis=dim), tf.argmax(input, axis=dim)


@port("torch.min", "Tensor.min")
def min_of(
    input: Tensor, dim=None, keepdim=False
) -> Scalar | Broadcast | tuple[Reduced, IntReduced] | tuple[Reduced, IntReduced]:
    """Minimum of all elements, of two tensors, or (values, indices) along dim.

    >>> x.min()
    >>> torch.min(x, y)
    >>> x.min(1)[0]
    >>> torch.min(x, dim=1)[1]
    >>> x.min(0, keepdim=True)
    """
    if dim is None:
        return tf.reduce_min(input)
    if isinstance(dim, Tensor):
        return tf.minimum(input, dim)
    if keepdim:
        return (
            tf.reduce_min(input, axis=dim, keepdims=True),
            tf.expand_dims(tf.argmin(input, axis=dim), dim),
        )
    return tf.reduce_min(input, axis=dim), tf.argmin(input, axis=dim)


@port("torch.amax", "Tensor.amax")
def amax(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Largest values along dim.

    >>> x.amax(1)
    """
    return tf.reduce_max(input, axis=dim, keepdims=keepdim)


@port("torch.amin", "Tensor.amin")
def amin(input: Tensor, dim=None, keepdim=False) -> Reduced:
    """Smallest values along dim.

    >>> torch.amin(x, 1, keepdim=True)
    """
    return tf.reduce_min(input, axis=dim, keepdims=keepdim)


@port("torch.argmax", "Tensor.argmax")
def argmax(input: Tensor, dim=None, keepdim=False) -> IntReduced:
    """Index of the largest element, of the flattened tensor or along dim.

    >>> torch.argmax(x)
    >>> x.argmax(1)
    >>> x.argmax(dim=1, keepdim=True)
    >>> x[0].argmax()
    """
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
    """
    if dim is None:
        return tf.argmin(tf.reshape(input, [-1]))
    if keepdim:
        return tf.expand_dims(tf.argmin(input, axis=dim), dim)
    return tf.argmin(input, axis=dim)


@block
def unbiased_var(x, axis=None, keepdims=False):
    """Variance with torch's correction: the sum of squares is divided by n - 1."""
    mean = tf.reduce_mean(x, axis=axis, keepdims=True)
    n = tf.cast(tf.size(x) // tf.size(mean), x.dtype)
    squares = tf.reduce_sum(tf.square(x - mean), axis=axis, keepdims=keepdims)
    return squares / tf.maximum(n - 1, 0)


@port("torch.std", "Tensor.std")
def std(input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1) -> Reduced:
    """Standard deviation, divided by n - 1 unless unbiased=False or correction=0.

    >>> x.std()
    >>> torch.std(x, 1)
    >>> x.std(dim=0, keepdim=True)
    >>> x.std(1, unbiased=False)
    >>> x.std(correction=0)
    """
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction not in (0, 1):
        raise Unsupported("a correction other than 0 and 1")
    if correction == 0 or not unbiased:
        return tf.math.reduce_std(input, axis=dim, keepdims=keepdim)
    return tf.sqrt(unbiased_var(input, axis=dim, keepdims=keepdim))


@port("torch.var", "Tensor.var")
def var(input: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=1) -> Reduced:
    """Variance, divided by n - 1 unless unbiased=False or correction=0.

    >>> x.var()
    >>> torch.var(x, 1, unbiased=False)
    """
    if isinstance(dim, bool):
        raise Unsupported("write unbiased= by its name")
    if correction not in (0, 1):
        raise Unsupported("a correction other than 0 and 1")
    if correction == 0 or not unbiased:
        return tf.math.reduce_variance(input, axis=dim, keepdims=keepdim)
    return unbiased_var(input, axis=dim, keepdims=keepdim)


@port("torch.norm", "Tensor.norm")
def norm(input: Tensor, p=2, dim=None, keepdim=False) -> Reduced:
    """Euclidean norm of all elements, or along dim; p=1 for the sum of absolute values.

    >>> torch.norm(x)
    >>> x.norm(p=2, dim=1, keepdim=True)
    >>> x.norm(1)
    """
    if p not in (1, 2, "fro"):
        raise Unsupported("a norm other than p=1 and p=2")
    if p == 1:
        return tf.reduce_sum(tf.abs(input), axis=dim, keepdims=keepdim)
    return tf.norm(input, axis=dim, keepdims=keepdim)


@port("torch.linalg.norm")
def linalg_norm(A: Tensor, ord=None, dim=None, keepdim=False) -> Reduced:
    """Euclidean norm of all elements, or along dim; ord=1 for the sum of absolute values.

    >>> torch.linalg.norm(x)
    >>> torch.linalg.norm(x, dim=1, keepdim=True)
    >>> torch.linalg.norm(x, 2, dim=-1)
    >>> torch.linalg.norm(x[0], ord=1)
    """
    if ord not in (None, 1, 2):
        raise Unsupported("a norm other than ord=1 and ord=2")
    if ord is not None and isinstance(dim, Sequence):
        raise Unsupported("a norm of matrices")
    if ord is not None and dim is None and rank(A) != 1:
        raise Unsupported("a norm of matrices: flatten first for that of all elements")
    if ord == 1:
        return tf.reduce_sum(tf.abs(A), axis=dim, keepdims=keepdim)
    return tf.norm(A, axis=dim, keepdims=keepdim)


@port("torch.logsumexp", "Tensor.logsumexp")
def logsumexp(input: Tensor, dim, keepdim=False) -> Reduced:
    """Logarithm of the sum of exponentials.

    >>> torch.logsumexp(x, 1)
    >>> x.logsumexp(dim=1, keepdim=True)
    """
    return tf.reduce_logsumexp(input, axis=dim, keepdims=keepdim)


@port("torch.cumsum", "Tensor.cumsum")
def cumsum(input: Tensor, dim) -> SameShape:
    """Running sum along dim.

    >>> torch.cumsum(x, 1)
    >>> x.cumsum(dim=0)
    """
    return tf.cumsum(input, axis=dim)
