"""Picking elements: gather, where, masks. Each body is a template."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    FloatLike,
    Index,
    Int,
    IntLike,
    Mask,
    Number,
    Operand,
    Picked,
    SameDtype,
    SameShape,
    Tensor,
    Unsupported,
    block,
    known,
    match,
    port,
    rank,
)


@port("torch.take_along_dim", "Tensor.take_along_dim")
def take_along_dim(input: Tensor, indices: Index, dim=None) -> SameDtype:
    """The elements of each row that indices name; both are broadcast.

    >>> torch.take_along_dim(q, a.unsqueeze(1), dim=1)
    >>> q.take_along_dim(a)
    """
    if dim is None:
        return tf.gather(tf.reshape(input, [-1]), tf.reshape(indices, [-1]))
    return tf.experimental.numpy.take_along_axis(input, indices, dim)


@block
def picked(x, index):
    """x[index]: where a mask is true, or these rows."""
    if index.dtype in (tf.bool, tf.uint8):
        return tf.boolean_mask(x, tf.cast(index, tf.bool))
    return taken(x, index)


@block
def from_end(index, n):
    """Indices among n: those below 0 count from the end."""
    index = tf.convert_to_tensor(index)
    index = index if index.dtype in (tf.int32, tf.int64) else tf.cast(index, tf.int64)
    return tf.where(index < 0, index + tf.cast(n, index.dtype), index)


@block
def taken(x, index, axis=0):
    """The rows that index names, or what it names along the axis; -1 is the last one."""
    return tf.gather(x, from_end(index, tf.shape(x)[axis]), axis=axis)


@block
def elements(x, *indices):
    """x[rows, columns]: masks stand for where they are true, and -1 is the last one."""
    places = []
    for index in map(tf.convert_to_tensor, indices):
        places += tf.unstack(tf.where(index), axis=1) if index.dtype == tf.bool else [index]
    counts = tf.unstack(tf.shape(x))
    places = [tf.cast(from_end(index, n), tf.int64) for index, n in zip(places, counts)]
    return tf.gather_nd(x, tf.stack(tf.experimental.numpy.broadcast_arrays(*places), axis=-1))


@block
def indexed(x, index):
    """x[index]: a number, a slice, indices or a mask, as the caller has it."""
    if isinstance(index, (list, np.ndarray)):
        index = tf.convert_to_tensor(index)
    if isinstance(index, range):
        index = tf.range(index.start, index.stop, index.step)
    if tf.is_tensor(index) and index.shape.rank != 0:
        return picked(x, index)
    return x[index]


@block
def item_of(x, index):
    """x[index] of a tensor, or of an array, a list or a dict, as the caller has it."""
    if tf.is_tensor(x) or isinstance(x, keras.Variable):
        return indexed(x, index)
    return x[index]


@block
def take(x, index):
    """The elements that index names, of the flattened tensor; -1 is the last one."""
    return taken(tf.reshape(x, [-1]), index)


@port("torch.take", "Tensor.take")
def take_flat(input: Tensor, index: Index) -> SameDtype:
    """The elements that index names, of the flattened tensor.

    >>> torch.take(x, a)
    >>> x.take(-a)
    """
    return take(input, index)


@match("q.gather(1, a.unsqueeze(1)).squeeze(1)", "q.gather(1, a.unsqueeze(-1)).squeeze(-1)",
       "q.gather(1, a.unsqueeze(1)).squeeze(-1)", "q.gather(1, a.unsqueeze(-1)).squeeze(1)",
       "q.gather(1, a.view(-1, 1)).squeeze(1)", "q.gather(1, a.view(-1, 1)).squeeze(-1)",
       "q.gather(1, a.reshape(-1, 1)).squeeze(1)", "q.gather(1, a.unsqueeze(1)).view(-1)",
       "q.gather(1, a.unsqueeze(1))[:, 0]")  # fmt: skip
def pick(q: Tensor, a: Tensor) -> SameDtype:
    """One element of each row: the value of the action that was taken.

    >>> q.gather(1, a.unsqueeze(1)).squeeze(1)
    >>> torch.gather(q, dim=1, index=a.unsqueeze(1)).squeeze(1)
    >>> q.gather(1, a.view(-1, 1)).squeeze(-1)
    """
    if known(rank(q) != 2) or known(rank(a) != 1):
        raise Unsupported("a gather from more than a matrix")
    return tf.gather(q, a, batch_dims=1)


@match("q.gather(1, a.unsqueeze(1)).squeeze()", "q.gather(1, a.unsqueeze(-1)).squeeze()",
       "q.gather(1, a.view(-1, 1)).squeeze()")  # fmt: skip
def pick_squeezed(q: Tensor, a: Tensor) -> SameDtype:
    """One element of each row; a batch of one gives a scalar.

    >>> q.gather(1, a.unsqueeze(1)).squeeze()
    >>> q[:1].gather(dim=1, index=a[:1].unsqueeze(dim=1)).squeeze()
    """
    if known(rank(q) != 2) or known(rank(a) != 1):
        raise Unsupported("a gather from more than a matrix")
    return tf.squeeze(tf.gather(q, a, batch_dims=1))


@block(counting="tf.gather")
def chosen(x, index, batch_dims=0):
    """One element of each row; -1 is the last one."""
    return tf.gather(x, from_end(index, tf.shape(x)[1]), batch_dims=batch_dims)


@match("q[torch.arange(n), a]", "q[range(n), a]", "q[np.arange(n), a]")
def pick_indexed(q: Tensor, n, a) -> SameDtype:
    """One element of each row, by two index vectors.

    >>> q[torch.arange(4), a]
    >>> q[range(len(a)), a]
    """
    del n  # the number of rows
    if known(rank(a) != 1):
        raise Unsupported("indices of more than one dimension")
    return chosen(q, a, batch_dims=1)


@match("[q[i][a[i]] for i in range(len(a))]", "[q[i][a[i]] for i in range(len(q))]",
       "[q[i][a[i]] for i in range(a.shape[0])]", "[q[i][a[i]] for i in range(q.shape[0])]",
       "[q[i][a[i]] for i in range(a.size(0))]", "[q[i][a[i]] for i in range(q.size(0))]",
       "[q[i, a[i]] for i in range(len(a))]", "[q[i, a[i]] for i in range(len(q))]",
       "[q[i, a[i]] for i in range(a.shape[0])]", "[q[i, a[i]] for i in range(q.shape[0])]",
       "torch.stack([q[i][a[i]] for i in range(len(a))])",
       "torch.stack([q[i][a[i]] for i in range(len(q))])",
       "torch.stack([q[i][a[i]] for i in range(a.shape[0])])",
       "torch.stack([q[i][a[i]] for i in range(q.shape[0])])",
       "torch.stack([q[i][a[i]] for i in range(a.size(0))])",
       "torch.stack([q[i][a[i]] for i in range(q.size(0))])")  # fmt: skip
def pick_looped(q: Tensor, a) -> SameDtype:
    """One element of each row, by a loop over the rows: one gather instead.

    >>> torch.stack([q[i][a[i]] for i in range(len(a))])
    >>> torch.stack([q[row][a[row]] for row in range(q.size(0))])
    """
    if known(rank(q) != 2):
        raise Unsupported("a loop over more than a matrix")
    return tf.gather(q, a, batch_dims=1)


@port("torch.index_select", "Tensor.index_select")
def index_select(input: Tensor, dim, index: Index) -> SameShape:
    """Rows or columns by their numbers.

    >>> torch.index_select(x, 0, a)
    >>> x.index_select(1, a)
    """
    return tf.gather(input, index, axis=dim)


@port("torch.where")
def where(
    condition: Mask, input: Operand = None, other: Operand = None
) -> list[Int] | IntLike | FloatLike | FloatLike | Picked:
    """Elements of one or the other; without them, where the condition is true.

    >>> torch.where(x > 0, x, y)
    >>> torch.where(x > 0, x, 0.0)
    >>> torch.where(x > 0, 1, 0)
    >>> torch.where(x > 0, 1.0, 0)
    >>> torch.where(x > 0, a[:3], 0.5)
    >>> torch.where(x > 0)
    """
    if input is None:
        return tuple(tf.unstack(tf.where(condition), axis=1))
    if known(input, int) and known(other, int):
        return tf.cast(tf.where(condition, input, other), tf.int64)
    if known(input, float) and known(other, float):
        return tf.where(condition, input, other)
    if known(input, (int, float)) and known(other, (int, float)):
        return tf.where(condition, float(input), float(other))
    return tf.where(condition, input, other)


@port("Tensor.where")
def where_method(input: Operand, condition: Mask, other: Operand) -> Broadcast:
    """The elements, or the other ones where the condition is false.

    >>> x.where(x > 0, y)
    >>> a[:3].where(x > 0, 0.5)
    """
    return tf.where(condition, input, other)


@port("torch.nonzero", "Tensor.nonzero", "torch.argwhere", "Tensor.argwhere")
def nonzero(input: Tensor, *, as_tuple=False) -> list[Int] | Int:
    """The places of all elements that are not 0, one in a row.

    >>> torch.nonzero(x > 0)
    >>> a.nonzero()
    >>> torch.argwhere(a)
    >>> (x > 0).nonzero(as_tuple=True)
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar")
    if as_tuple:
        return tuple(tf.unstack(tf.where(input), axis=1))
    return tf.where(input)


@block
def unravel(indices, shape):
    """The coordinates of elements of the flattened tensor."""
    found = []
    for n in reversed(shape):
        found.insert(0, indices % n)
        indices = indices // n
    return tuple(found)


@port("torch.unravel_index")
def unravel_index(indices: Index, shape) -> list[Int]:
    """The coordinates of elements of the flattened tensor.

    >>> torch.unravel_index(a, (2, 2))
    """
    if known(shape, Number):
        raise Unsupported("one size: give a tuple")
    return unravel(indices, shape)


@block
def masked(x, mask):
    """The elements where the mask is true; both are broadcast."""
    return tf.boolean_mask(*tf.experimental.numpy.broadcast_arrays(x, mask))


@port("torch.masked_select", "Tensor.masked_select")
def masked_select(input: Tensor, mask: Tensor) -> SameDtype:
    """The elements where the mask is true.

    >>> torch.masked_select(x, x > 0)
    >>> x.masked_select(x[:, :1] > 0)
    """
    if known(rank(input) == 0) or known(rank(mask) == 0):
        raise Unsupported("a scalar")
    return masked(input, mask)


@port("torch.masked_fill", "Tensor.masked_fill")
def masked_fill(input: Tensor, mask: Tensor, value) -> Broadcast:
    """value where the mask is true.

    >>> x.masked_fill(x > 0, -1.0)
    >>> x[0].masked_fill(x > 0, -1.0)
    >>> x.masked_fill(x > 0, a[0])
    """
    if known(input, Bool) and not known(value, bool):
        raise Unsupported("a number among booleans")
    if known(input, Int) and known(value, float):
        raise Unsupported("a float among integers")
    if known(value, Tensor):
        return tf.where(mask, tf.cast(value, input.dtype), input)
    return tf.where(mask, value, input)


@block
def scatter_masked(x, mask, source):
    """The elements of source, in their order, where the mask is true."""
    x, mask = tf.experimental.numpy.broadcast_arrays(x, mask)
    order = tf.cumsum(tf.cast(tf.reshape(mask, [-1]), tf.int64)) - 1
    chosen = tf.gather(tf.reshape(source, [-1]), tf.maximum(order, 0))
    return tf.where(mask, tf.reshape(chosen, tf.shape(x)), x)


@port("torch.masked_scatter", "Tensor.masked_scatter")
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Broadcast:
    """The elements of source, in their order, where the mask is true.

    >>> x.masked_scatter(x > 0, y)
    """
    return scatter_masked(input, mask, source)


@port("torch.nn.functional.one_hot")
def one_hot(tensor: Tensor, num_classes=-1) -> Int:
    """1 at the position that each element names, as integers.

    >>> F.one_hot(a, 3)
    >>> F.one_hot(a, num_classes=3)
    >>> F.one_hot(a)
    """
    if num_classes == -1:
        return tf.one_hot(tensor, tf.cast(tf.reduce_max(tensor) + 1, tf.int32), dtype=tf.int64)
    return tf.one_hot(tensor, num_classes, dtype=tf.int64)
