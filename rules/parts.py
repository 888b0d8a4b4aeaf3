"""A tensor with another part: slice_scatter, select_scatter, diagonal_scatter."""

import tensorflow as tf

from porter.rule import Alike, SameShape, Unsupported, block, known, port, rank


@block
def with_rows(x, part, dim, rows):
    """The tensor with the part in these rows of a dimension."""
    order = [dim % x.shape.rank, *(i for i in range(x.shape.rank) if i != dim % x.shape.rank)]
    back = [order.index(i) for i in range(x.shape.rank)]
    moved, part = tf.transpose(x, order), tf.transpose(part, order)
    return tf.transpose(tf.tensor_scatter_nd_update(moved, rows[:, None], part), back)


@block
def with_slice(x, part, dim, start, end, step):
    """The tensor with the part in a slice of a dimension."""
    return with_rows(x, part, dim, tf.range(tf.shape(x)[dim])[start:end:step])


@block
def with_row(x, part, dim, index):
    """The tensor with the part in one row of a dimension."""
    return with_rows(x, tf.expand_dims(part, dim), dim, tf.range(tf.shape(x)[dim])[index][None])


@port("torch.slice_scatter", "Tensor.slice_scatter")
def slice_scatter(input: Alike, src: Alike, dim=0, start=None, end=None, step=1) -> SameShape:
    """The tensor with another one in a slice of a dimension.

    >>> torch.slice_scatter(x, y[:2], 0, 1, 3)
    >>> x.slice_scatter(y[:, :2], -1, start=0, step=2)
    >>> torch.slice_scatter(x, y[:, 1:], 1, -2)
    """
    return with_slice(input, src, dim, start, end, step)


@port("torch.select_scatter", "Tensor.select_scatter")
def select_scatter(input: Alike, src: Alike, dim, index) -> SameShape:
    """The tensor with another one in one row of a dimension.

    >>> torch.select_scatter(x, y[0], 0, 2)
    >>> x.select_scatter(y[:, 0], -1, -1)
    """
    return with_row(input, src, dim, index)


@port("torch.diagonal_scatter", "Tensor.diagonal_scatter")
def diagonal_scatter(input: Alike, src: Alike, offset=0) -> SameShape:
    """The matrix with another diagonal.

    >>> torch.diagonal_scatter(x, y[0])
    >>> x.diagonal_scatter(y[0, :2], 1)
    >>> x.diagonal_scatter(y[0], -1)
    """
    if known(rank(input) == 2):
        return tf.linalg.set_diag(input, src, k=offset)
    raise Unsupported("of what is no matrix")
