"""Named places read and written: gather, scatter, index_add. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Index,
    Int,
    Number,
    SameDtype,
    SameShape,
    Sequence,
    Tensor,
    Unsupported,
    block,
    known,
    match,
    port,
    rank,
)
from rules.index import from_end

# The in-place forms (scatter_ and the like) are in inplace.py.


@block
def positions(index, axis):
    """The coordinates of the elements that index names along the axis, as gather_nd takes them."""
    sizes = tf.unstack(tf.shape(index, index.dtype))  # index.shape may have None in a trace
    grid = tf.meshgrid(*(tf.range(n) for n in sizes), indexing="ij")
    grid[axis] = index
    return tf.stack(grid, axis=-1)


@port("torch.gather", "Tensor.gather")
def gather(
    input: Tensor, dim, index: Index, *, sparse_grad=False
) -> SameShape | SameShape | SameDtype | SameShape | SameShape:
    """The elements of each row that index names.

    >>> q.gather(1, a.unsqueeze(1))
    >>> torch.gather(q, 1, a.view(-1, 1))
    >>> q.gather(dim=-1, index=a.unsqueeze(1))
    >>> q.gather(0, a[:2].unsqueeze(0))
    """
    del sparse_grad  # how gradients are kept, not what they are
    if known(rank(input) == 2) and known(dim in (1, -1)):
        return tf.gather(input, index, batch_dims=1)
    if known(rank(index) == 2) and known(dim in (1, -1)):  # both have the same rank
        return tf.gather(input, index, batch_dims=1)
    if known(rank(input) == 1):
        return tf.gather(input, index)
    if known(dim in (1, -1)) and not known(rank(input) > 2):
        return tf.experimental.numpy.take_along_axis(input, index, dim)  # index has all rows
    return tf.gather_nd(input, positions(index, dim))


@match("input.gather(dim, torch.tensor(rows))", "torch.gather(input, dim, torch.tensor(rows))")
def gather_written_out(input: Tensor, dim: Number, rows: Sequence) -> SameDtype:
    """The elements that indices name which are written out: they may be of the first rows alone.

    >>> q.gather(1, torch.tensor([[0, 1], [1, 1]]))
    >>> torch.gather(q, 0, torch.tensor([[2, 1]]))
    """
    return tf.gather_nd(input, positions(tf.constant(rows, tf.int64), dim))


@block
def under(src, index):
    """The elements of src at the places that index has, too."""
    return src[tuple(slice(n) for n in tf.unstack(tf.shape(index)))]


@block
def scatter_reduced(x, axis, index, src, reduce, include_self=True):
    """The elements of src combined at the places that index names along the axis."""
    segments = {
        "sum": tf.math.unsorted_segment_sum,
        "prod": tf.math.unsorted_segment_prod,
        "mean": tf.math.unsorted_segment_mean,
        "amax": tf.math.unsorted_segment_max,
        "amin": tf.math.unsorted_segment_min,
    }
    count = tf.size(x, index.dtype)
    everywhere = tf.range(count)
    places = tf.gather_nd(tf.reshape(everywhere, tf.shape(x)), positions(index, axis))
    places, old = tf.reshape(places, [-1]), tf.reshape(x, [-1])
    new = tf.reshape(under(src, index), [-1])
    if include_self:
        places, new = tf.concat([everywhere, places], 0), tf.concat([old, new], 0)
    found = segments[reduce](new, places, count)
    touched = tf.math.bincount(tf.cast(places, tf.int32), minlength=tf.size(x)) > 0
    return tf.reshape(tf.where(touched, found, old), tf.shape(x))


@block
def scattered(update, x, axis, index, src):
    """A number, or the elements of src under the index, at the places that index names."""
    if isinstance(src, (int, float)):
        src = tf.fill(tf.shape(index), tf.constant(src, x.dtype))
    return update(x, positions(index, axis), under(src, index))


@port("torch.scatter", "Tensor.scatter", note="where an index comes twice, the last one counts")
def scatter(input: Tensor, dim, index: Index, src=None, *, value=None, reduce=None) -> SameShape:
    """The elements of src (or a number) at the places that index names along dim.

    >>> x.scatter(1, a.unsqueeze(1), y)
    >>> x.scatter(1, a.unsqueeze(1), 0.5)
    >>> torch.scatter(x, 1, a.unsqueeze(1), value=1.0)
    >>> x.scatter(0, a.unsqueeze(1), y, reduce="add")
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no dimension in TensorFlow")
    if reduce not in (None, "add"):
        raise Unsupported("a reduction other than add: use scatter_reduce")
    if known(input, Bool) and reduce is not None:
        raise Unsupported("a sum of booleans")
    if src is None and reduce is not None:
        return scattered(tf.tensor_scatter_nd_add, input, dim, index, value)
    if src is None:
        return scattered(tf.tensor_scatter_nd_update, input, dim, index, value)
    if reduce is not None:
        return scattered(tf.tensor_scatter_nd_add, input, dim, index, src)
    return scattered(tf.tensor_scatter_nd_update, input, dim, index, src)


@port("torch.scatter_add", "Tensor.scatter_add")
def scatter_add(input: Tensor, dim, index: Index, src: Tensor) -> SameShape:
    """The elements of src added at the places that index names along dim.

    >>> x.scatter_add(1, a.unsqueeze(1), y)
    >>> torch.scatter_add(x, 0, a.unsqueeze(1), y)
    """
    if known(input, Bool):
        raise Unsupported("a sum of booleans")
    return scattered(tf.tensor_scatter_nd_add, input, dim, index, src)


@port("torch.scatter_reduce", "Tensor.scatter_reduce")
def scatter_reduce(
    input: Tensor, dim, index: Index, src: Tensor, reduce, *, include_self=True
) -> SameShape:
    """The elements of src combined at the places that index names along dim.

    >>> x.scatter_reduce(0, a.unsqueeze(1), y, "sum")
    >>> x.scatter_reduce(0, a.unsqueeze(1), y, reduce="amax", include_self=False)
    >>> torch.scatter_reduce(x, 1, a.unsqueeze(1), y, "mean")
    """
    if known(input, Bool):
        raise Unsupported("booleans: cast them to integers")
    if known(input, Int) and reduce == "mean":
        raise Unsupported("a mean of integers")
    return scatter_reduced(input, dim, index, src, reduce, include_self=include_self)


@block
def on_rows(update, x, axis, index, source):
    """An update of the slices that index names along the axis."""
    swap = tf.experimental.numpy.swapaxes
    rows = update(swap(x, axis, 0), index[:, tf.newaxis], swap(source, axis, 0))
    return swap(rows, axis, 0)


@port("torch.index_add", "Tensor.index_add")
def index_add(
    input: Tensor, dim, index: Index, source: Tensor, *, alpha=1
) -> SameShape | SameShape | SameShape | SameShape:
    """Slices of source added to those that index names along dim.

    >>> torch.index_add(x, 0, a, y)
    >>> x.index_add(0, a, y, alpha=0.5)
    >>> x.index_add(1, a, torch.cat([y, y], 1)[:, :4])
    """
    if known(input, Bool):
        raise Unsupported("a sum of booleans")
    if known(dim == 0) and known(alpha == 1):
        return tf.tensor_scatter_nd_add(input, index[:, tf.newaxis], source)
    if known(dim == 0):
        return tf.tensor_scatter_nd_add(input, index[:, tf.newaxis], alpha * source)
    if known(alpha == 1):
        return on_rows(tf.tensor_scatter_nd_add, input, dim, index, source)
    return on_rows(tf.tensor_scatter_nd_add, input, dim, index, alpha * source)


@block
def index_add_rows(input, index, source):
    """index_add in every row, all at once: input[i][index[i]] += source[i]."""
    rows = tf.range(tf.shape(index, tf.int64)[0])[:, tf.newaxis]
    places = tf.stack([tf.broadcast_to(rows, tf.shape(index)), index], axis=-1)
    return tf.tensor_scatter_nd_add(input, places, source)


@port("torch.index_copy", "Tensor.index_copy",
      note="where an index comes twice, the last one counts")  # fmt: skip
def index_copy(input: Tensor, dim, index: Index, source: Tensor) -> SameShape:
    """Slices of source in place of those that index names along dim.

    >>> torch.index_copy(x, 0, a[:2], y[:2])
    >>> x.index_copy(1, a[:2], y[:, :2])
    """
    if known(dim == 0):
        return tf.tensor_scatter_nd_update(input, index[:, tf.newaxis], source)
    return on_rows(tf.tensor_scatter_nd_update, input, dim, index, source)


@block
def fill_slices(x, axis, index, value):
    """A number in the slices that index names along the axis."""
    count = tf.shape(x)[axis]
    index = from_end(index, count)
    chosen = tf.reduce_any(tf.one_hot(index, count, True, False, dtype=tf.bool), axis=0)
    shape = [-1 if a == axis % x.shape.rank else 1 for a in range(x.shape.rank)]
    value = tf.cast(value, x.dtype) if tf.is_tensor(value) else tf.constant(value, x.dtype)
    return tf.where(tf.reshape(chosen, shape), value, x)


@port("torch.index_fill", "Tensor.index_fill")
def index_fill(input: Tensor, dim, index: Index, value) -> SameShape:
    """A number in the slices that index names along dim.

    >>> torch.index_fill(x, 0, a[:2], 0.5)
    >>> x.index_fill(1, a[:2], -1)
    """
    return fill_slices(input, dim, index, value)


@block
def put_at(x, indices, values, accumulate=False):
    """Values at the places that the indices (or masks) name together."""
    masks = [tf.unstack(tf.where(i), axis=1) if i.dtype == tf.bool else [i] for i in indices]
    indices = [index for group in masks for index in group]
    indices = [from_end(index, n) for index, n in zip(indices, tf.unstack(tf.shape(x)))]
    places = tf.stack(tf.experimental.numpy.broadcast_arrays(*indices), axis=-1)
    sizes = tf.concat([tf.shape(places)[:-1], tf.shape(x)[len(indices) :]], 0)
    values = tf.broadcast_to(values, sizes)
    put = tf.tensor_scatter_nd_add if accumulate else tf.tensor_scatter_nd_update
    return put(x, places, values)


@port("torch.index_put", "Tensor.index_put")
def index_put(input: Tensor, indices, values: Tensor, accumulate=False) -> SameShape:
    """Values at the places that the indices name together.

    >>> x.index_put((a, a.clamp(0, 1)), y[0, 0])
    >>> torch.index_put(x, (a,), y, accumulate=True)
    """
    if known(input, Bool) and accumulate:
        raise Unsupported("a sum of booleans")
    return put_at(input, indices, values, accumulate=accumulate)
