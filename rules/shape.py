"""Shapes: view, squeeze, transpose, expand. Each body is a template."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import (
    Dtype,
    Lowered,
    Matrix,
    Raised,
    SameDtype,
    SameShape,
    Sequence,
    Shaped,
    Tensor,
    Unsupported,
    block,
    known,
    match,
    port,
    rank,
)


@port("torch.squeeze", "Tensor.squeeze", "torch.squeeze_copy")
def squeeze(input: Tensor, dim=None) -> SameDtype | SameDtype | SameDtype | Lowered:
    """Drop dimensions of size 1. TensorFlow raises where dim has another size, but for the first:
    that may be the batch.

    >>> x[:1].squeeze()
    >>> torch.squeeze(x[:1], 0)
    >>> x.squeeze(0)
    >>> x.unsqueeze(-1).squeeze(-1)
    >>> x.unsqueeze(-1).unsqueeze(0).squeeze((0, -1))
    >>> torch.squeeze_copy(x[:1], 0)
    """
    if dim is None:
        return tf.squeeze(input)
    if isinstance(dim, Sequence):
        return tf.squeeze(input, axis=dim)
    if dim == 0:
        return without_first(input)
    return tf.squeeze(input, axis=dim)


@block(reads_length=True)
def without_first(x):
    """x.squeeze(0): a batch of several stays as it is; one of unknown size has to have one row."""
    return tf.squeeze(x, axis=0) if x.shape[:1] in ([1], [None]) else x


@port("torch.unsqueeze", "Tensor.unsqueeze", "torch.unsqueeze_copy")
def unsqueeze(input: Tensor, dim) -> Raised:
    """Insert a dimension of size 1.

    >>> x.unsqueeze(0)
    >>> torch.unsqueeze(x, -1)
    >>> x.mean().unsqueeze(0)
    >>> torch.unsqueeze_copy(x, 1)
    """
    return tf.expand_dims(input, axis=dim)


@block
def as_bits(x, dtype):
    """The same bytes as numbers of another dtype, along the last axis."""
    many = x.dtype.size // dtype.size
    few = dtype.size // x.dtype.size
    if few > 1:
        return tf.bitcast(tf.reshape(x, [*x.shape[:-1], x.shape[-1] // few, few]), dtype)
    bits = tf.bitcast(x, dtype)
    return tf.reshape(bits, [*x.shape[:-1], x.shape[-1] * many]) if many > 1 else bits


@port("torch.reshape", "Tensor.reshape", "Tensor.view")
def reshape(input: Tensor, *shape) -> Tensor | Shaped:
    """The same elements in another shape.

    >>> x.view(-1)
    >>> x.reshape(2, -1)
    >>> x.reshape((2, 6))
    >>> torch.reshape(x, (1, -1))
    >>> x.view(x.shape[0], -1)
    """
    if known(shape, Dtype):
        return as_bits(input, shape)
    return tf.reshape(input, shape)


@match(
    "x.view(x.size(0), -1)", "x.view(x.shape[0], -1)",
    "x.reshape(x.size(0), -1)", "x.reshape(x.shape[0], -1)",
    "x.view((x.size(0), -1))", "x.reshape((x.shape[0], -1))",
)  # fmt: skip
def rows(x: Tensor) -> Matrix:
    """Each element of a batch as a row, also of a batch whose size is open when it is traced.

    >>> x.view(x.size(0), -1)
    """
    return tf.reshape(x, [-1, math.prod(x.shape[1:])])


@port("Tensor.view_as", "Tensor.reshape_as")
def reshape_as(input: Tensor, other: Tensor) -> SameDtype:
    """The elements in the shape of another tensor.

    >>> x.view(-1).view_as(y)
    """
    return tf.reshape(input, tf.shape(other))


@block
def flatten_between(x, start, end):
    """The dimensions from start to end, both included, in one."""
    start, end = start % x.shape.rank, end % x.shape.rank
    return tf.reshape(x, [*x.shape[:start], -1, *x.shape[end + 1 :]])


@port("torch.flatten", "Tensor.flatten")
def flatten(input: Tensor, start_dim=0, end_dim=-1) -> SameDtype:
    """All dimensions in one, or those from start_dim to end_dim.

    >>> x.flatten()
    >>> torch.flatten(x)
    >>> torch.flatten(x, 1)
    >>> torch.flatten(x + y, start_dim=1)
    >>> x.reshape(2, 2, 3).flatten(0, 1)
    """
    if known(rank(input) == 0):
        return tf.reshape(input, [-1])
    if start_dim == 0 and end_dim == -1:
        return tf.reshape(input, [-1])
    if start_dim == 1 and end_dim == -1:
        return tf.reshape(input, [-1, math.prod(input.shape[1:])])
    return flatten_between(input, start_dim, end_dim)


@port("torch.ravel", "Tensor.ravel")
def ravel(input: Tensor) -> SameDtype:
    """All dimensions in one.

    >>> x.ravel()
    """
    return tf.reshape(input, [-1])


@block
def unflatten_axis(x, axis, sizes):
    """One dimension as several of the given sizes."""
    axis %= x.shape.rank
    return tf.reshape(x, [*x.shape[:axis], *sizes, *x.shape[axis + 1 :]])


@port("torch.unflatten", "Tensor.unflatten")
def unflatten(input: Tensor, dim, sizes) -> SameDtype:
    """One dimension as several of the given sizes.

    >>> x.unflatten(0, (2, 2))
    >>> torch.unflatten(x, 0, (2, -1))
    """
    return unflatten_axis(input, dim, sizes)


@port("torch.transpose", "torch.transpose_copy",
      "torch.swapaxes", "torch.swapdims", "Tensor.transpose", "Tensor.swapaxes",
      "Tensor.swapdims")  # fmt: skip
def transpose(input: Tensor, dim0, dim1) -> SameShape:
    """Swap two dimensions.

    >>> x.transpose(0, 1)
    >>> torch.transpose(x.unsqueeze(0), 1, 2)
    >>> x.transpose(-2, -1)
    >>> torch.transpose_copy(x, 0, 1)
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no dimension in TensorFlow")
    if known(dim0 == dim1):
        return input
    if known(rank(input) == 2) and known(dim0 in (0, 1)) and known(dim1 in (0, 1)):
        return tf.transpose(input)
    if known(dim0 in (-1, -2)) and known(dim1 in (-1, -2)):
        return tf.linalg.matrix_transpose(input)
    return tf.experimental.numpy.swapaxes(input, dim0, dim1)


@port("torch.movedim", "torch.moveaxis", "Tensor.movedim", "Tensor.moveaxis")
def movedim(input: Tensor, source, destination) -> SameShape:
    """Move dimensions to other places.

    >>> x.movedim(0, 1)
    >>> torch.movedim(x, (0, 1), (1, 0))
    """
    return tf.experimental.numpy.moveaxis(input, source, destination)


@port("torch.t", "Tensor.t", "Tensor.T", "torch.t_copy")
def t(input: Tensor) -> SameShape:
    """Transpose a matrix.

    >>> x.t()
    >>> x.T
    """
    return tf.transpose(input)


@port("Tensor.mT")
def matrix_transposed(input: Tensor) -> SameShape:
    """Transpose each matrix.

    >>> x.unsqueeze(0).mT
    """
    return tf.linalg.matrix_transpose(input)


@port("Tensor.H", "Tensor.mH", "torch.adjoint", "Tensor.adjoint")
def adjoint(input: Tensor) -> SameShape:
    """Transpose each matrix and conjugate its elements.

    >>> x.H
    >>> torch.adjoint(x)
    """
    if known(rank(input) == 0):
        return input
    return tf.linalg.adjoint(input)


@block
def permute(x, order):
    """Reorder the dimensions; negative ones count from the end."""
    return tf.transpose(x, [axis % x.shape.rank for axis in order])


@port("torch.permute", "Tensor.permute", "torch.permute_copy")
def permute_dims(input: Tensor, *dims) -> SameShape:
    """Reorder the dimensions.

    >>> x.permute(1, 0)
    >>> torch.permute(x, (1, 0))
    >>> x.permute(-1, 0)
    >>> torch.permute_copy(x, (1, 0))
    """
    if known(-1 in dims) or known(-2 in dims) or known(-3 in dims) or known(-4 in dims):
        return permute(input, dims)  # tf.transpose has no gradient for them
    return tf.transpose(input, dims)


@port("Tensor.repeat")
def repeat(input: Tensor, *repeats) -> SameShape | SameDtype:
    """Repeat the tensor along each dimension; new ones come first.

    >>> x.repeat(2, 3)
    >>> x.repeat(2, 1, 1)
    """
    if known(rank(input) == len(repeats)):
        return tf.tile(input, repeats)
    return tf.experimental.numpy.tile(input, repeats)


@port("torch.tile", "Tensor.tile")
def tile(input: Tensor, *dims) -> SameShape | SameDtype:
    """Repeat the tensor along its last dimensions; new ones come first.

    >>> x.tile(2)
    >>> torch.tile(x, (2, 2))
    """
    if known(rank(input) == len(dims)):
        return tf.tile(input, dims)
    return tf.experimental.numpy.tile(input, dims)


@port("torch.repeat_interleave", "Tensor.repeat_interleave")
def repeat_interleave(input: Tensor, repeats, dim=None, *, output_size=None) -> SameDtype:
    """Repeat each element.

    >>> torch.repeat_interleave(x, 2, dim=0)
    >>> x.repeat_interleave(2)
    """
    del output_size  # a hint
    return tf.repeat(input, repeats, axis=dim)


@block
def expand(x, sizes):
    """Broadcast to these sizes; -1 stands for the size that is there."""
    new = len(sizes) - x.shape.rank
    there = (not tf.is_tensor(size) and size == -1 for size in sizes[new:])
    shape = [*sizes[:new], *(n if t else s for t, s, n in zip(there, sizes[new:], x.shape))]
    return tf.broadcast_to(x, shape)


@port("Tensor.expand")
def expand_to(input: Tensor, *size) -> Shaped:
    """Broadcast to a shape.

    >>> x[0].expand(4, 3)
    >>> x[0].expand(2, -1)
    >>> x[:1].expand(len(a), -1)
    """
    if known(-1 not in size):
        return tf.broadcast_to(input, size)
    return expand(input, size)


@port("torch.broadcast_to", "Tensor.broadcast_to")
def broadcast_to(input: Tensor, size) -> Shaped:
    """Broadcast to a shape.

    >>> torch.broadcast_to(x[0], (4, 3))
    >>> torch.broadcast_to(x[0], (4, -1))
    """
    if known(-1 not in size):
        return tf.broadcast_to(input, size)
    return expand(input, size)


@port("Tensor.expand_as")
def expand_as(input: Tensor, other: Tensor) -> SameDtype:
    """Broadcast to the shape of another tensor.

    >>> x[0].expand_as(x)
    """
    return tf.broadcast_to(input, tf.shape(other))


@port("torch.broadcast_shapes")
def broadcast_shapes(*shapes) -> list[int]:
    """The shape that tensors of these shapes broadcast to.

    >>> torch.broadcast_shapes((4, 1), (3,))
    """
    return np.broadcast_shapes(*shapes)


@port("torch.atleast_1d")
def atleast_1d(input: Tensor) -> SameDtype:
    """A scalar as a vector.

    >>> torch.atleast_1d(x.mean())
    """
    return tf.experimental.numpy.atleast_1d(input)


@port("torch.atleast_2d")
def atleast_2d(input: Tensor) -> SameDtype:
    """A vector as a matrix of one row.

    >>> torch.atleast_2d(x[0])
    """
    return tf.experimental.numpy.atleast_2d(input)


@port("torch.atleast_3d")
def atleast_3d(input: Tensor) -> SameDtype:
    """A matrix as a stack of columns.

    >>> torch.atleast_3d(x)
    """
    return tf.experimental.numpy.atleast_3d(input)


@block(reads_length=True)
def windows(x, axis, size, step):
    """Slices of `size` along the axis, `step` apart; they lie along a new last dimension."""
    starts = np.arange(0, x.shape[axis] - size + 1, step)
    axis %= x.shape.rank
    found = tf.gather(x, starts[:, np.newaxis] + np.arange(size), axis=axis)
    return tf.experimental.numpy.moveaxis(found, axis + 1, -1)


@port("Tensor.unfold")
def unfold(input: Tensor, dimension, size, step) -> Raised:
    """Slices of `size` along a dimension, `step` apart.

    >>> x.unfold(0, 2, 1)
    >>> x.unfold(-1, 2, 1)
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no dimension in TensorFlow")
    return windows(input, dimension, size, step)
