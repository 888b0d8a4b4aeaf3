"""Tensors joined and cut: cat, stack, split, meshgrid, flip, roll. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import (
    Joined,
    Lowered,
    Meshed,
    SameShape,
    Sequence,
    SomeParameters,
    Stacked,
    Tensor,
    Tensors,
    Unsupported,
    block,
    known,
    port,
    rank,
)
from rules.from_numpy import from_array


@port("torch.cat", "torch.concat", "torch.concatenate")
def cat(tensors: Tensors, dim=0) -> Joined:
    """Join tensors along a dimension.

    >>> torch.cat([x, y])
    >>> torch.cat((x, y), 1)
    >>> torch.cat([x, y], dim=-1)
    >>> torch.cat([x[0], a])
    """
    return tf.concat(tensors, axis=dim)


@block
def concat(tensors, axis):
    """tf.concat(). Tensors that from_array() made are joined as arrays: many take half the time."""
    try:
        arrays = [tensor.array for tensor in tensors]
    except AttributeError:
        return tf.concat(tensors, axis)
    return from_array(np.concatenate(arrays, axis, casting="no"))


@block
def stacked(tensors, axis=0):
    """tf.stack() of tensors and variables: it takes no variables of Keras."""
    return tf.stack([tf.convert_to_tensor(tensor) for tensor in tensors], axis=axis)


@port("torch.stack")
def stack(tensors: Tensors, dim=0) -> Stacked:
    """Join tensors along a new dimension.

    >>> torch.stack([x, y])
    >>> torch.stack((x, y), dim=1)
    >>> torch.stack([p, x])
    """
    if known(tensors, SomeParameters):
        return stacked(tensors, axis=dim)
    return tf.stack(tensors, axis=dim)


@port("torch.hstack")
def hstack(tensors: Tensors) -> Tensor:
    """Join tensors side by side: vectors end to end, all else along the second dimension.

    >>> torch.hstack([x, y])
    >>> torch.hstack((x[0], y[0]))
    """
    return tf.experimental.numpy.hstack(tensors)


@port("torch.vstack", "torch.row_stack")
def vstack(tensors: Tensors) -> Tensor:
    """Join tensors along the first dimension; vectors become rows.

    >>> torch.vstack([x, y])
    >>> torch.vstack((x[0], y[0]))
    """
    return tf.experimental.numpy.vstack(tensors)


@port("torch.dstack")
def dstack(tensors: Tensors) -> Tensor:
    """Join tensors along the third dimension.

    >>> torch.dstack([x, y])
    """
    return tf.experimental.numpy.dstack(tensors)


@block
def column_stack(tensors):
    """Join tensors along the second dimension; vectors become columns."""
    columns = [tf.reshape(t, [-1, 1]) if t.shape.rank < 2 else t for t in tensors]
    return tf.concat(columns, axis=1)


@port("torch.column_stack")
def columns(tensors: Tensors) -> Tensor:
    """Join tensors along the second dimension; vectors become columns.

    >>> torch.column_stack([x[0], y[0]])
    >>> torch.column_stack((x, y))
    """
    return column_stack(tensors)


@block
def block_diagonal(*tensors):
    """A matrix with these along its diagonal, zeros elsewhere; vectors are rows."""
    matrices = [tf.experimental.numpy.atleast_2d(t) for t in tensors]
    width = sum(m.shape[1] for m in matrices)
    rows, left = [], 0
    for m in matrices:
        rows.append(tf.pad(m, [[0, 0], [left, width - left - m.shape[1]]]))
        left += m.shape[1]
    return tf.concat(rows, axis=0)


@port("torch.block_diag")
def block_diag(*tensors) -> Tensor:
    """A matrix with these along its diagonal, zeros elsewhere.

    >>> torch.block_diag(x, y)
    """
    return block_diagonal(*tensors)


@port("torch.meshgrid")
def meshgrid(*tensors, indexing=None) -> list[Meshed]:
    """The coordinates of a grid, one tensor for each dimension.

    >>> torch.meshgrid(x[0], y[0])
    >>> torch.meshgrid(x[0], y[0], indexing="xy")
    """
    if indexing is None:
        return tf.meshgrid(*tensors, indexing="ij")
    return tf.meshgrid(*tensors, indexing=indexing)


@port("torch.broadcast_tensors")
def broadcast_tensors(*tensors) -> list[Tensor]:
    """The tensors, all in the shape that they broadcast to.

    >>> torch.broadcast_tensors(x, y[0])
    """
    return tf.experimental.numpy.broadcast_arrays(*tensors)


@block
def products(*tensors):
    """Every combination of an element of each vector, one in a row."""
    grid = tf.meshgrid(*tensors, indexing="ij")
    return tf.stack([tf.reshape(g, [-1]) for g in grid], axis=-1)


@port("torch.cartesian_prod")
def cartesian_prod(*tensors) -> Tensor:
    """Every combination of an element of each vector, one in a row.

    >>> torch.cartesian_prod(x[0], y[0])
    """
    if len(tensors) == 1:
        raise Unsupported("the product of one vector is the vector")
    return products(*tensors)


@block(reads_length=True)
def combinations(x, r=2, with_replacement=False):
    """Every combination of r elements of a vector, in the order of their places."""
    places = np.indices((x.shape[0],) * r).reshape(r, -1).T
    steps = np.diff(places)
    rising = steps >= 0 if with_replacement else steps > 0
    return tf.gather(x, places[rising.all(axis=1)])


@port("torch.combinations", "Tensor.combinations")
def combinations_of(input: Tensor, r=2, with_replacement=False) -> Tensor:
    """Every combination of r elements of a vector.

    >>> torch.combinations(a)
    >>> torch.combinations(a, 3, with_replacement=True)
    """
    return combinations(input, r=r, with_replacement=with_replacement)


@block(reads_length=True)
def split_into(x, size, axis=0):
    """Parts of a size, the last one smaller if nothing else is left."""
    n = x.shape[axis]
    return tf.split(x, [min(size, n - i) for i in range(0, n, size)] or [0], axis=axis)


@block(reads_length=True)
def chunked(x, chunks, axis=0):
    """So many parts, or fewer: each as large as the first, but for the last one."""
    n = x.shape[axis]
    if n is None or n % chunks == 0:
        return tf.split(x, chunks, axis=axis)
    return split_into(x, -(-n // chunks), axis=axis)


@port("torch.chunk", "Tensor.chunk")
def chunk(input: Tensor, chunks, dim=0) -> list[SameShape]:
    """Cut into so many equal parts, the last one smaller if nothing else is left.

    >>> torch.chunk(x, 2)
    >>> x.chunk(3, dim=-1)
    >>> x.chunk(3)
    >>> torch.chunk(x, 9, 1)
    """
    return chunked(input, chunks, axis=dim)


@port("Tensor.split")
def split_method(input: Tensor, split_size, dim=0) -> list[SameShape]:
    """Parts of the given size, or of the given sizes: the method has another name for them.

    >>> x.split([1, 2], dim=1)
    >>> x.split(split_size=3, dim=0)
    """
    if isinstance(split_size, Sequence):
        return tf.split(input, split_size, axis=dim)
    return split_into(input, split_size, axis=dim)


@port("torch.split", "torch.split_with_sizes", "Tensor.split_with_sizes")
def split(tensor: Tensor, split_size_or_sections, dim=0) -> list[SameShape]:
    """Cut into parts of given sizes, or of one size and a rest.

    >>> torch.split(x, [1, 3])
    >>> torch.split(x, 2, dim=1)
    """
    if isinstance(split_size_or_sections, Sequence):
        return tf.split(tensor, split_size_or_sections, axis=dim)
    return split_into(tensor, split_size_or_sections, axis=dim)


@block(reads_length=True)
def split_at(x, places, axis=0):
    """Parts between the places, or so many parts, the first ones larger by one."""
    n = x.shape[axis]
    if isinstance(places, int):
        sizes = [n // places + (i < n % places) for i in range(places)]
    else:
        cuts = [slice(place).indices(n)[1] for place in places]
        sizes = [max(b - a, 0) for a, b in zip([0, *cuts], [*cuts, n])]
    return tf.split(x, sizes, axis=axis)


@port("torch.tensor_split", "Tensor.tensor_split")
def tensor_split(input: Tensor, indices_or_sections, dim=0) -> list[SameShape]:
    """Cut into so many parts, or at the given places.

    >>> torch.tensor_split(x, 3)
    >>> x.tensor_split((1, 3))
    """
    if isinstance(indices_or_sections, Tensor):
        raise Unsupported("places in a tensor: give a list")
    return split_at(input, indices_or_sections, axis=dim)


@port("torch.hsplit", "Tensor.hsplit")
def hsplit(input: Tensor, indices_or_sections) -> list[SameShape]:
    """Cut along the second dimension, a vector along its only one.

    >>> torch.hsplit(x, 3)
    >>> x.hsplit([1, 2])
    """
    if rank(input) == 1:
        return split_at(input, indices_or_sections, axis=0)
    return split_at(input, indices_or_sections, axis=1)


@port("torch.vsplit", "Tensor.vsplit")
def vsplit(input: Tensor, indices_or_sections) -> list[SameShape]:
    """Cut along the first dimension.

    >>> torch.vsplit(x, 2)
    """
    return split_at(input, indices_or_sections, axis=0)


@port("torch.dsplit", "Tensor.dsplit")
def dsplit(input: Tensor, indices_or_sections) -> list[SameShape]:
    """Cut along the third dimension.

    >>> torch.dsplit(x.unsqueeze(0), 3)
    """
    return split_at(input, indices_or_sections, axis=2)


@port("torch.unbind", "Tensor.unbind", reads_length=True)
def unbind(input: Tensor, dim=0) -> list[Lowered]:
    """The slices along a dimension.

    >>> torch.unbind(x)
    >>> x.unbind(1)
    """
    return tf.unstack(input, axis=dim)


@port("torch.narrow", "Tensor.narrow", "torch.narrow_copy", "Tensor.narrow_copy")
def narrow(input: Tensor, dim, start, length) -> SameShape:
    """A slice along a dimension.

    >>> x.narrow(0, 1, 2)
    >>> torch.narrow(x, 1, 0, 2)
    >>> x.narrow(-1, 1, 2)
    """
    if known(start < 0) or known(start, Tensor):
        raise Unsupported("a start from the end, or in a tensor")
    if dim == 0:
        return input[start : start + length]
    if dim == 1:
        return input[:, start : start + length]
    if dim == -1:
        return input[..., start : start + length]
    return tf.gather(input, tf.range(start, start + length), axis=dim)


@port("torch.select", "Tensor.select", "torch.select_copy")
def select(input: Tensor, dim, index) -> Lowered:
    """One slice along a dimension.

    >>> x.select(0, 1)
    >>> torch.select(x, 1, -1)
    >>> x.select(-1, 0)
    >>> torch.select_copy(x, 1, 0)
    """
    if dim == 0:
        return input[index]
    if dim == 1:
        return input[:, index]
    if dim == -1:
        return input[..., index]
    if dim == -2:
        return input[..., index, :]
    if dim == 2:
        return input[:, :, index]
    raise Unsupported("a dimension other than 0, 1, 2, -1 and -2")


@port("torch.flip", "Tensor.flip")
def flip(input: Tensor, *dims) -> SameShape:
    """Reverse the order along dimensions.

    >>> torch.flip(x, [0])
    >>> x.flip(0, 1)
    >>> x.flip(dims=(-1,))
    """
    return tf.reverse(input, dims)


@port("torch.fliplr", "Tensor.fliplr")
def fliplr(input: Tensor) -> SameShape:
    """Reverse the order along the second dimension.

    >>> torch.fliplr(x)
    """
    return tf.reverse(input, [1])


@port("torch.flipud", "Tensor.flipud")
def flipud(input: Tensor) -> SameShape:
    """Reverse the order along the first dimension.

    >>> torch.flipud(x)
    """
    return tf.reverse(input, [0])


@port("torch.roll", "Tensor.roll")
def roll(input: Tensor, shifts, dims=None) -> SameShape:
    """Move the elements along dimensions; what falls off comes in at the other end.

    >>> torch.roll(x, 1, 0)
    >>> x.roll(1)
    >>> x.roll((1, -1), dims=(0, 1))
    """
    if known(dims == ()) or known(rank(input) == 0):
        raise Unsupported("no dimension to roll along")
    if dims is None:
        return tf.reshape(tf.roll(tf.reshape(input, [-1]), shifts, axis=0), tf.shape(input))
    return tf.roll(input, shifts, axis=dims)


@port("torch.rot90", "Tensor.rot90")
def rot90(input: Tensor, k=1, dims=(0, 1)) -> SameShape:
    """Turn by k times 90 degrees.

    >>> torch.rot90(x)
    >>> x.rot90(2, (1, 0))
    """
    return tf.experimental.numpy.rot90(input, k=k, axes=dims)
