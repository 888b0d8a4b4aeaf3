"""Norms and distances. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Broadcast,
    Number,
    Promoted,
    Reduced,
    SameDtype,
    SameShape,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Unsupported,
    block,
    known,
    port,
    rank,
)
from rules.deviations import root


@block(plain="tf.norm")
def l2_norm(x, axis=None, keepdims=False):
    """The Euclidean norm, whose gradient is 0 for zeros; that of tf.norm is NaN."""
    x = tf.convert_to_tensor(x)
    squares = tf.square(tf.abs(x) if x.dtype.is_complex else x)
    return root(tf.reduce_sum(squares, axis=axis, keepdims=keepdims))


@block
def finite_pow(x, p):
    """x to the power of p > 0, with a finite gradient at 0."""
    zero = x == 0
    return tf.where(zero, x, tf.pow(tf.where(zero, tf.ones_like(x), x), p))


@block
def vector_norm(x, p, axis=None, keepdims=False):
    """The p-norm along an axis: 0 counts, inf and -inf are the largest and the smallest."""
    x = tf.abs(x)
    if p == math.inf:
        return tf.reduce_max(x, axis=axis, keepdims=keepdims)
    if p == -math.inf:
        return tf.reduce_min(x, axis=axis, keepdims=keepdims)
    if p == 0:
        return tf.reduce_sum(tf.cast(x != 0, x.dtype), axis=axis, keepdims=keepdims)
    power = tf.pow if p < 0 else finite_pow
    return power(tf.reduce_sum(power(x, p), axis=axis, keepdims=keepdims), 1 / p)


@block
def matrix_norm(x, p="fro", axis=(-2, -1), keepdims=False):
    """The norm of matrices that p names: by their elements, singular values, rows or columns."""
    row, column = (a % x.shape.rank for a in axis)
    if p == "fro":
        return l2_norm(x, axis=(row, column), keepdims=keepdims)
    if p in (2, -2, "nuc"):
        rest = [a for a in range(x.shape.rank) if a not in (row, column)]
        values = tf.linalg.svd(tf.transpose(x, [*rest, row, column]), compute_uv=False)
        reduce = {2: tf.reduce_max, -2: tf.reduce_min, "nuc": tf.reduce_sum}[p]
        found = reduce(values, axis=-1)
    else:
        sums, left = (row, column) if abs(p) == 1 else (column, row)
        reduce = tf.reduce_max if p > 0 else tf.reduce_min
        found = reduce(tf.reduce_sum(tf.abs(x), axis=sums), axis=left - (left > sums))
    if keepdims:
        for place in sorted((row, column)):
            found = tf.expand_dims(found, place)
    return tf.maximum(found, 0)  # the largest of no elements


@port("torch.norm", "Tensor.norm")
def norm(input: Tensor, p="fro", dim=None, keepdim=False, dtype=None) -> Reduced:
    """Euclidean norm of all elements, or along dim; or that of another p.

    >>> torch.norm(x)
    >>> x.norm(p=2, dim=1, keepdim=True)
    >>> x.norm(1)
    >>> x.norm(dim=(0, 1))
    >>> x.norm(float("inf"), 1)
    >>> torch.norm(x, p=3, dim=0)
    >>> x.reshape(2, 2, 3).norm(dim=(0, 1, 2), p=2, keepdim=True)
    """
    if dtype is not None:
        raise Unsupported("dtype=: cast the tensor")
    if known(p, Tensor):
        raise Unsupported("p as a tensor: give the number, p.item()")
    if isinstance(p, Text) and p != "fro":
        raise Unsupported("a norm by its name: use torch.linalg.matrix_norm")
    if p in ("fro", 2):
        if known(dim, Number) or known(len(dim) == 2):
            return l2_norm(input, axis=dim, keepdims=keepdim)
        if dim is None:
            return l2_norm(input, axis=dim, keepdims=keepdim)
        return vector_norm(input, 2, axis=dim, keepdims=keepdim)
    if p == 1:
        return tf.reduce_sum(tf.abs(input), axis=dim, keepdims=keepdim)
    return vector_norm(input, p, axis=dim, keepdims=keepdim)


@port("torch.linalg.vector_norm")
def linalg_vector_norm(x: Tensor, ord=2, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """The norm of all elements, or along dim.

    >>> torch.linalg.vector_norm(x)
    >>> torch.linalg.vector_norm(x, 1, dim=1)
    >>> torch.linalg.vector_norm(x, ord=float("inf"), dim=-1, keepdim=True)
    >>> torch.linalg.vector_norm(x, 0.5)
    >>> torch.linalg.vector_norm(x.reshape(2, 2, 3), dim=(0, 1, 2))
    """
    if dtype is not None:
        raise Unsupported("dtype=: cast the tensor")
    if ord == 2:
        if known(dim, Number) or known(len(dim) == 2):
            return l2_norm(x, axis=dim, keepdims=keepdim)
        if dim is None:
            return l2_norm(x, axis=dim, keepdims=keepdim)
    if ord == 1:
        return tf.reduce_sum(tf.abs(x), axis=dim, keepdims=keepdim)
    return vector_norm(x, ord, axis=dim, keepdims=keepdim)


@port("torch.linalg.matrix_norm")
def linalg_matrix_norm(
    A: Tensor, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None
) -> SameDtype:
    """The norm of matrices: of their elements ("fro"), singular values (2, "nuc"), rows or columns.

    >>> torch.linalg.matrix_norm(x)
    >>> torch.linalg.matrix_norm(x, 2)
    >>> torch.linalg.matrix_norm(x, ord="nuc", keepdim=True)
    >>> torch.linalg.matrix_norm(x, float("inf"))
    >>> torch.linalg.matrix_norm(x, -1, dim=(1, 0))
    """
    if dtype is not None:
        raise Unsupported("dtype=: cast the tensor")
    if ord == "fro":
        return l2_norm(A, axis=dim, keepdims=keepdim)
    return matrix_norm(A, ord, axis=dim, keepdims=keepdim)


@port("torch.linalg.norm")
def linalg_norm(A: Tensor, ord=None, dim=None, keepdim=False, *, dtype=None) -> Reduced:
    """Euclidean norm of all elements, or along dim; with ord= that of vectors or matrices.

    >>> torch.linalg.norm(x)
    >>> torch.linalg.norm(x, dim=1, keepdim=True)
    >>> torch.linalg.norm(x, 2, dim=-1)
    >>> torch.linalg.norm(x[0], ord=1)
    >>> torch.linalg.norm(x, 2)
    >>> torch.linalg.norm(x, "nuc", dim=(0, 1))
    >>> torch.linalg.norm(x[0], float("-inf"))
    """
    if dtype is not None:
        raise Unsupported("dtype=: cast the tensor")
    if ord is None:
        return l2_norm(A, axis=dim, keepdims=keepdim)
    if known(dim, Sequence) and known(ord == "fro"):
        return l2_norm(A, axis=dim, keepdims=keepdim)
    if isinstance(dim, Sequence) and len(dim) == 2:
        return matrix_norm(A, ord, axis=dim, keepdims=keepdim)
    if dim is None and known(rank(A) == 2):
        return matrix_norm(A, ord, keepdims=keepdim)
    if dim is None and rank(A) != 1:
        raise Unsupported("the norm of vectors or of matrices, by a rank that is not known")
    if known(ord == 2):
        return l2_norm(A, axis=dim, keepdims=keepdim)
    if known(ord == 1):
        return tf.reduce_sum(tf.abs(A), axis=dim, keepdims=keepdim)
    return vector_norm(A, ord, axis=dim, keepdims=keepdim)


@port("torch.dist", "Tensor.dist")
def dist(input: Promoted, other: Promoted, p=2) -> Scalar:
    """The p-norm of the difference.

    >>> torch.dist(x, y)
    >>> x.dist(y, 1)
    >>> torch.dist(x, y[0], p=3.0)
    """
    if p == 2:
        return l2_norm(input - other)
    return vector_norm(input - other, p)


@block
def distances(x1, x2, p=2.0):
    """The p-norm of the difference of each row of x1 and each row of x2."""
    difference = tf.abs(x1[..., :, tf.newaxis, :] - x2[..., tf.newaxis, :, :])
    if p == 2:
        return l2_norm(difference, axis=-1)
    return vector_norm(difference, p, axis=-1)


@port("torch.cdist")
def cdist(
    x1: Tensor, x2: Tensor, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"
) -> Broadcast:
    """Distance of each row of x1 and each row of x2.

    >>> torch.cdist(x, y)
    >>> torch.cdist(x, y, p=1)
    """
    del compute_mode  # how, not what
    return distances(x1, x2, p)


@block
def limit_norms(x, p, axis, most):
    """Every slice along an axis scaled down to a p-norm of `most`, if it has a larger one."""
    rest = [a for a in range(x.shape.rank) if a != axis % x.shape.rank]
    norms = vector_norm(x, p, axis=rest, keepdims=True)
    return tf.where(norms > most, x * (most / (norms + 1e-7)), x)


@port("torch.renorm", "Tensor.renorm")
def renorm(input: Tensor, p, dim, maxnorm) -> SameShape:
    """Every slice along dim scaled down to a p-norm of maxnorm, if it has a larger one.

    >>> torch.renorm(x, 2, 0, 1.0)
    >>> x.renorm(p=1, dim=1, maxnorm=0.5)
    """
    return limit_norms(input, p, dim, maxnorm)
