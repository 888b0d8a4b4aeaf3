"""Picking elements: gather, where, masks. Each body is a template."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import (
    Bool,
    Broadcast,
    Float,
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
class at:
    """`at(x)[index]` is x[index] as torch reads it: any mix of numbers, slices, None, `...`,
    indices and masks, as the caller has them. What is no tensor reads its index itself."""

    def __init__(self, x):
        self.x = x

    def __getitem__(self, index):
        if not (tf.is_tensor(self.x) or isinstance(self.x, keras.Variable)):
            return self.x[index]
        x = tf.convert_to_tensor(self.x)
        if isinstance(index, list) and not all(map(self._is_number, index)):
            index = tuple(index)  # torch does so with lists that have more than numbers in them
        parts = [self._part(part) for part in (index if isinstance(index, tuple) else (index,))]
        plain, places = self._taken_apart(parts, x.shape.rank)
        x = x[plain]
        if not places:
            return x
        axes = [axis for axis, _ in places]
        rows = [tf.cast(from_end(row, tf.shape(x)[axis]), tf.int64) for axis, row in places]
        if len(rows) == 1:
            return tf.gather(x, rows[0], axis=axes[0])
        rows = tf.experimental.numpy.broadcast_arrays(*rows)
        others = [axis for axis in range(x.shape.rank) if axis not in axes]
        found = tf.gather_nd(tf.transpose(x, [*axes, *others]), tf.stack(rows, axis=-1))
        before = axes[0] if axes == [*range(axes[0], axes[0] + len(axes))] else 0
        rank = rows[0].shape.rank  # of the indices: side by side, they leave it where they stood
        order = [*range(rank, rank + before), *range(rank), *range(rank + before, found.shape.rank)]
        return tf.transpose(found, order)

    def _is_number(self, part):
        if tf.is_tensor(part) and not tf.executing_eagerly() and part.dtype.is_integer:
            return part.shape.rank == 0  # a trace gets the numbers of NumPy in a list as tensors
        held = (list, tuple, range, slice, np.ndarray, keras.Variable)
        return not (part is None or part is ... or tf.is_tensor(part) or isinstance(part, held))

    def _part(self, part):
        """An index as a tensor, unless it is a number, a slice, None or `...`."""
        if isinstance(part, range):
            part = list(part)
        if isinstance(part, (bool, list, tuple, np.ndarray, np.bool_, keras.Variable)):
            part = tf.convert_to_tensor(part)
        if tf.is_tensor(part) and part.dtype == tf.uint8:
            return tf.cast(part, tf.bool)
        return part

    def _taken_apart(self, parts, rank):
        """The numbers, slices and new axes, and by the axes that they leave the other indices."""
        dims = 0
        for part in parts:
            if tf.is_tensor(part) and part.dtype == tf.bool:
                dims += part.shape.rank
            elif part is not None and part is not ...:
                dims += 1
        whole = [slice(None)] * (rank - dims)
        place = next((i for i, part in enumerate(parts) if part is ...), len(parts))
        parts = [*parts[:place], *whole, *parts[place + 1 :]]
        plain, places, axis = [], [], 0
        for part in parts:
            if tf.is_tensor(part) and part.dtype == tf.bool:
                rows = tf.unstack(tf.where(part if part.shape.rank else part[None]), axis=1)
                plain += [slice(None)] * part.shape.rank or [None]
                places += [(axis + i, row) for i, row in enumerate(rows)]
                axis += len(rows)
            elif tf.is_tensor(part) and part.shape.rank:
                plain.append(slice(None))
                places.append((axis, part))
                axis += 1
            else:
                plain.append(part)
                axis += part is None or isinstance(part, slice)
        return tuple(plain), places


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
) -> list[Int] | IntLike | FloatLike | FloatLike | Picked | Picked:
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
    if known(input, bool) and known(other, (int, float)):
        raise Unsupported("a boolean beside a number: write 1 or 0")
    if known(other, bool) and known(input, (int, float)):
        raise Unsupported("a boolean beside a number: write 1 or 0")
    if known(input, int) and known(other, int):
        return tf.cast(tf.where(condition, input, other), tf.int64)
    if known(input, float) and known(other, float):
        return tf.where(condition, input, other)
    if known(input, (int, float)) and known(other, (int, float)):
        return tf.where(condition, float(input), float(other))
    if known(input, int) and known(other, Tensor) and not known(other, Float):
        return tf.where(condition, tf.cast(input, other.dtype), other)
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
    if known(value, int) and not known(input, Float):
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
