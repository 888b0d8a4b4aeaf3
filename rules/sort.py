"""Sorting and searching: sort, topk, median, unique, searchsorted. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Bool,
    Int,
    IntLike,
    IntReduced,
    Operand,
    Promoted,
    Reduced,
    SameDtype,
    SameShape,
    Scalar,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@block
def sorted_mask(mask, axis=-1, descending=False):
    """A mask in order along an axis, false before true, and where its elements were."""
    numbers, way = tf.cast(mask, tf.uint8), "DESCENDING" if descending else "ASCENDING"
    places = tf.argsort(numbers, axis=axis, direction=way, stable=True)
    return tf.cast(tf.sort(numbers, axis=axis, direction=way), tf.bool), tf.cast(places, tf.int64)


@port("torch.sort", "Tensor.sort", note="NaN and equal elements may come elsewhere")
def sort(
    input: Tensor, dim=-1, descending=False, *, stable=False
) -> tuple[SameShape, IntLike] | tuple[SameShape, IntLike] | tuple[SameShape, IntLike]:
    """The elements in order along dim, and where they were. Equal ones keep their order.

    >>> torch.sort(x)
    >>> x.sort(0)[0]
    >>> x.sort(dim=1, descending=True)
    >>> torch.sort(a)[1]
    >>> torch.sort(x > 0)
    >>> (x > 0).sort(0, descending=True)[0]
    """
    del stable  # TensorFlow's sort always is
    if known(input, Bool):
        return sorted_mask(input, dim, descending)
    if descending:
        return (
            tf.sort(input, axis=dim, direction="DESCENDING"),
            tf.cast(tf.argsort(input, axis=dim, direction="DESCENDING", stable=True), tf.int64),
        )
    return (
        tf.sort(input, axis=dim),
        tf.cast(tf.argsort(input, axis=dim, stable=True), tf.int64),
    )


@port("torch.argsort", "Tensor.argsort", note="NaN and equal elements may come elsewhere")
def argsort(
    input: Tensor, dim=-1, descending=False, *, stable=False
) -> IntLike | IntLike | IntLike:
    """Where the elements in order are along dim. Equal ones keep their order.

    >>> torch.argsort(x)
    >>> x.argsort(dim=0, descending=True)
    >>> (x > 0).argsort(stable=True)
    """
    del stable  # TensorFlow's sort always is
    if known(input, Bool):
        return sorted_mask(input, dim, descending)[1]
    if descending:
        return tf.cast(tf.argsort(input, axis=dim, direction="DESCENDING", stable=True), tf.int64)
    return tf.cast(tf.argsort(input, axis=dim, stable=True), tf.int64)


@port("torch.msort", "Tensor.msort")
def msort(input: Tensor) -> SameShape:
    """The elements in order along the first dimension.

    >>> torch.msort(x)
    """
    if known(input, Bool) or known(rank(input) == 0):
        raise Unsupported("booleans and scalars")
    return tf.sort(input, axis=0)


@block
def top_k(x, k, axis=-1, largest=True):
    """The k largest or smallest elements along an axis, in order, and where they are."""
    x = tf.experimental.numpy.swapaxes(x, axis, -1)
    if largest:
        values, indices = tf.math.top_k(x, k)  # with index_type=tf.int64 it has no gradient
    else:
        indices = tf.cast(tf.argsort(x)[..., :k], tf.int64)
        values = tf.sort(x)[..., :k]
    swap = tf.experimental.numpy.swapaxes
    return swap(values, axis, -1), swap(tf.cast(indices, tf.int64), axis, -1)


@port("torch.topk", "Tensor.topk", note="of equal elements another index may come")
def topk(input: Tensor, k, dim=-1, largest=True, sorted=True) -> tuple[SameShape, IntLike]:
    """The k largest (or smallest) elements along dim, and where they are.

    >>> torch.topk(x, 2)
    >>> x.topk(2, dim=1)[1]
    >>> x.topk(3, 0)
    >>> torch.topk(x, k=2, largest=False)
    """
    del sorted  # without it, any order may come
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no dimension in TensorFlow")
    return top_k(input, k, axis=dim, largest=largest)


@block
def kth_smallest(x, k, axis=-1, keepdims=False):
    """The k-th smallest element along an axis, and where it is."""
    places = tf.gather(tf.argsort(x, axis=axis, stable=True), [k - 1], axis=axis)
    values = tf.gather(tf.sort(x, axis=axis), [k - 1], axis=axis)
    places = tf.cast(places, tf.int64)
    return (values, places) if keepdims else (tf.squeeze(values, axis), tf.squeeze(places, axis))


@port("torch.kthvalue", "Tensor.kthvalue", note="of equal elements another index may come")
def kthvalue(input: Tensor, k, dim=-1, keepdim=False) -> tuple[Reduced, IntReduced]:
    """The k-th smallest element along dim, and where it is.

    >>> torch.kthvalue(x, 2)
    >>> x.kthvalue(1, dim=0, keepdim=True)
    """
    return kth_smallest(input, k, axis=dim, keepdims=keepdim)


@block(reads_length=True)
def lower_median(x, axis=None, keepdims=False):
    """The median, the lower one of the two in the middle; with an axis also where it is."""
    if axis is None:
        x = tf.convert_to_tensor(x)
        ordered = tf.sort(tf.reshape(x, [-1]))
        found = ordered[(ordered.shape[0] - 1) // 2]
        below = -math.inf if x.dtype.is_floating else x.dtype.min
        return tf.reduce_max(tf.where(x <= found, x, below))  # equal ones share the gradient
    return kth_smallest(x, (x.shape[axis] + 1) // 2, axis=axis, keepdims=keepdims)


@port(
    "torch.median",
    "Tensor.median",
    note="of equal elements another index may come; NaN is not passed on",
)
def median(input: Tensor, dim=None, keepdim=False) -> Scalar | tuple[Reduced, IntReduced]:
    """The median, the lower one of the two in the middle; along dim also where it is.

    >>> torch.median(x)
    >>> x.median(1)
    >>> x.median(dim=0, keepdim=True)[0]
    """
    if dim is None:
        return lower_median(input)
    return lower_median(input, axis=dim, keepdims=keepdim)


@port("torch.nanmedian", "Tensor.nanmedian")
def nanmedian(input: Tensor, dim=None, keepdim=False) -> Tensor:
    """The median of what is not NaN.

    Not proven: it is refused.
    """
    raise Unsupported("select what is not NaN, and take the median of that")


@block(reads_length=True)
def most_frequent(x, axis=-1, keepdims=False):
    """The most frequent element along an axis (of several the smallest), and its last place."""
    x = tf.experimental.numpy.moveaxis(x, axis, -1)
    ordered = tf.sort(x, axis=-1)
    same = tf.equal(ordered[..., :, tf.newaxis], ordered[..., tf.newaxis, :])
    best = tf.argmax(tf.math.count_nonzero(same, axis=-1), axis=-1)
    values = tf.gather(ordered, best[..., tf.newaxis], batch_dims=x.shape.rank - 1)
    last = tf.argmax(tf.cast(tf.reverse(x == values, [-1]), tf.int32), axis=-1)
    places = x.shape[-1] - 1 - last
    at_place = tf.gather(x, places[..., tf.newaxis], batch_dims=x.shape.rank - 1)
    values = tf.squeeze(at_place, -1)
    return (
        (tf.expand_dims(values, axis), tf.expand_dims(places, axis))
        if keepdims
        else (values, places)
    )


@port("torch.mode", "Tensor.mode", note="of equal elements another index may come")
def mode(input: Tensor, dim=-1, keepdim=False) -> tuple[Reduced, IntReduced]:
    """The most frequent element along dim (of several the smallest), and where it is.

    >>> torch.mode(a)
    >>> (x > 0).long().mode(1)[0]
    """
    if known(input, Bool):
        raise Unsupported("booleans: cast them to integers")
    return most_frequent(input, axis=dim, keepdims=keepdim)


@block(reads_length=True)
def quantile(x, q, axis=None, keepdims=False, interpolation="linear"):
    """The quantiles q along an axis; between two elements, by interpolation."""
    ordered = tf.sort(tf.reshape(x, [-1]) if axis is None else x, axis=0 if axis is None else axis)
    along = 0 if axis is None else axis
    q = tf.convert_to_tensor(q, x.dtype)
    place = q * (ordered.shape[along] - 1)
    low, high = tf.floor(place), tf.math.ceil(place)
    share = {
        "linear": place - low,
        "lower": tf.zeros_like(place),
        "higher": tf.cast(high > low, x.dtype),
        "midpoint": tf.where(high > low, tf.constant(0.5, x.dtype), tf.zeros_like(place)),
        "nearest": tf.round(place) - low,
    }[interpolation]
    a = tf.experimental.numpy.moveaxis(ordered, along, -1)
    below = tf.gather(a, tf.cast(low, tf.int32), axis=-1)
    above = tf.gather(a, tf.cast(high, tf.int32), axis=-1)
    found = below + (above - below) * share
    if q.shape.rank:
        found = tf.experimental.numpy.moveaxis(found, -1, 0)
    if keepdims and axis is None:
        return tf.reshape(found, [*q.shape, *[1] * x.shape.rank])
    return tf.expand_dims(found, axis if axis < 0 else axis + q.shape.rank) if keepdims else found


@port("torch.quantile", "Tensor.quantile", note="NaN is not passed on")
def quantiles(input: Tensor, q, dim=None, keepdim=False, *, interpolation="linear") -> SameDtype:
    """Quantiles of all elements, or along dim.

    >>> torch.quantile(x, 0.3)
    >>> x.quantile(torch.tensor([0.1, 0.5]), dim=1)
    >>> torch.quantile(x, 0.5, dim=0, keepdim=True, interpolation="lower")
    """
    return quantile(input, q, axis=dim, keepdims=keepdim, interpolation=interpolation)


@port("torch.nanquantile", "Tensor.nanquantile")
def nanquantile(input: Tensor, q, dim=None, keepdim=False, *, interpolation="linear") -> SameDtype:
    """Quantiles of what is not NaN.

    Not proven: it is refused.
    """
    raise Unsupported("select what is not NaN, and take the quantiles of that")


@block
def sorted_unique(x, inverse=False, counts=False):
    """The different elements in order, where each one went, how often it was."""
    dtype, x = x.dtype, tf.cast(x, tf.uint8) if x.dtype == tf.bool else x
    flat = tf.reshape(x, [-1])
    values, _, count = tf.unique_with_counts(tf.sort(flat), out_idx=tf.int64)
    found = [tf.cast(values, dtype)]
    if inverse:
        found.append(tf.reshape(tf.searchsorted(values, flat, out_type=tf.int64), tf.shape(x)))
    if counts:
        found.append(count)
    return tuple(found) if len(found) > 1 else found[0]


@port("torch.unique", "Tensor.unique")
def unique(
    input: Tensor, sorted=True, return_inverse=False, return_counts=False, dim=None
) -> SameDtype | tuple[SameDtype, IntLike] | tuple[SameDtype, Int] | tuple[SameDtype, IntLike, Int]:
    """The different elements in order; with where each one went, and how often it was.

    >>> torch.unique(a)
    >>> a.unique(return_counts=True)
    >>> torch.unique(x > 0, return_inverse=True)
    >>> torch.unique(a, return_inverse=True)
    >>> torch.unique(a, sorted=False, return_inverse=True, return_counts=True)
    """
    del sorted  # without it, any order may come
    if dim is not None:
        raise Unsupported("different slices along a dimension")
    if not return_inverse and not return_counts:
        return sorted_unique(input)
    if not return_counts:
        return sorted_unique(input, inverse=True)
    if not return_inverse:
        return sorted_unique(input, counts=True)
    return sorted_unique(input, inverse=True, counts=True)


@block
def unique_runs(x, inverse=False, counts=False):
    """The first element of each run of equal ones, the run of each element, how long they are."""
    flat = tf.reshape(x, [-1])
    starts = tf.concat(
        [tf.ones([tf.minimum(tf.size(flat), 1)], tf.bool), flat[1:] != flat[:-1]], axis=0
    )
    run = tf.cumsum(tf.cast(starts, tf.int64)) - 1
    found = [tf.boolean_mask(flat, starts)]
    if inverse:
        found.append(tf.reshape(run, tf.shape(x)))
    if counts:
        found.append(tf.math.bincount(tf.cast(run, tf.int32), dtype=tf.int64))
    return tuple(found) if len(found) > 1 else found[0]


@port("torch.unique_consecutive", "Tensor.unique_consecutive")
def unique_consecutive(
    input: Tensor, return_inverse=False, return_counts=False, dim=None
) -> SameDtype | tuple[SameDtype, IntLike] | tuple[SameDtype, Int] | tuple[SameDtype, IntLike, Int]:
    """The first element of each run of equal ones; with its run, and how long the runs are.

    >>> torch.unique_consecutive(a)
    >>> torch.unique_consecutive(a > 0, return_counts=True)
    >>> a.unique_consecutive(return_inverse=True)
    """
    if dim is not None:
        raise Unsupported("different slices along a dimension")
    if not return_inverse and not return_counts:
        return unique_runs(input)
    if not return_counts:
        return unique_runs(input, inverse=True)
    if not return_inverse:
        return unique_runs(input, counts=True)
    return unique_runs(input, inverse=True, counts=True)


@block
def search_sorted(boundaries, values, side="left"):
    """Where the values belong among the boundaries, one row for all or a row for each."""
    values = tf.convert_to_tensor(values, boundaries.dtype)
    if boundaries.shape.rank > 1:
        return tf.searchsorted(boundaries, values, side=side, out_type=tf.int64)
    found = tf.searchsorted(boundaries, tf.reshape(values, [-1]), side=side, out_type=tf.int64)
    return tf.reshape(found, tf.shape(values))


@port("torch.searchsorted")
def searchsorted(
    sorted_sequence: Promoted,
    input: Operand,
    *,
    out_int32=False,
    right=False,
    side=None,
    sorter=None,
) -> Int:
    """Where the values belong in an ordered sequence.

    >>> torch.searchsorted(torch.sort(x[0])[0], y[0])
    >>> torch.searchsorted(torch.sort(x)[0], y, right=True)
    >>> torch.searchsorted(torch.sort(x[0])[0], 0.5, side="right")
    """
    if out_int32 or sorter is not None:
        raise Unsupported("out_int32 and sorter")
    if right and side != "left":
        return search_sorted(sorted_sequence, input, side="right")
    if right:
        raise Unsupported("right and side contradict each other")
    if side is None:
        return search_sorted(sorted_sequence, input)
    return search_sorted(sorted_sequence, input, side=side)


@port("torch.bucketize")
def bucketize(input: Operand, boundaries: Promoted, *, out_int32=False, right=False) -> Int | Int:
    """The bucket that each value falls into.

    >>> torch.bucketize(x, torch.tensor([-1.0, 0.0, 1.0]))
    >>> torch.bucketize(a, torch.tensor([0, 1]), right=True)
    """
    if out_int32:
        raise Unsupported("out_int32")
    if right:
        return search_sorted(boundaries, input, side="right")
    return search_sorted(boundaries, input)
