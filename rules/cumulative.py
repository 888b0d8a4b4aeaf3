"""Running sums, differences, integrals. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Float,
    IntLike,
    PromotedFloat,
    SameDtype,
    SameShape,
    Summed,
    Tensor,
    TypedLike,
    Unsupported,
    block,
    known,
    port,
)


@port("torch.cumsum", "Tensor.cumsum")
def cumsum(input: Summed, dim, *, dtype=None) -> TypedLike:
    """Running sum along dim.

    >>> torch.cumsum(x, 1)
    >>> x.cumsum(dim=0)
    >>> (x > 0).cumsum(0)
    >>> a.cumsum(0, dtype=torch.float32)
    """
    if known(dtype, Bool):
        raise Unsupported("a sum of booleans")
    if dtype is not None:
        return tf.cumsum(tf.cast(input, dtype), axis=dim)
    return tf.cumsum(input, axis=dim)


@port(
    "torch.cumprod",
    "Tensor.cumprod",
    note="the gradient of elements that are 0 is 0 in TensorFlow, and not in torch",
)
def cumprod(input: Summed, dim, *, dtype=None) -> TypedLike:
    """Running product along dim.

    >>> torch.cumprod(x, 1)
    >>> x.cumprod(dim=0)
    """
    if known(dtype, Bool):
        raise Unsupported("a product of booleans")
    if dtype is not None:
        return tf.math.cumprod(tf.cast(input, dtype), axis=dim)
    return tf.math.cumprod(input, axis=dim)


@port("torch.logcumsumexp", "Tensor.logcumsumexp")
def logcumsumexp(input: Float, dim) -> SameShape:
    """Logarithm of the running sum of exponentials.

    >>> torch.logcumsumexp(x, 1)
    """
    return tf.math.cumulative_logsumexp(input, axis=dim)


@block
def running(best, x, axis):
    """The best element up to each place (tf.maximum or tf.minimum), and its last place."""
    x = tf.experimental.numpy.swapaxes(x, axis, 0)
    values = tf.scan(best, x)
    places = tf.reshape(tf.range(tf.shape(x, tf.int64)[0]), [-1] + [1] * (x.shape.rank - 1))
    places = tf.scan(tf.maximum, tf.where(x == values, places, 0))
    at_place = tf.experimental.numpy.take_along_axis(x, places, 0)  # it alone gets the gradient
    values = tf.where(at_place == values, at_place, values)
    swap = tf.experimental.numpy.swapaxes
    return swap(values, axis, 0), swap(places, axis, 0)


@port("torch.cummax", "Tensor.cummax")
def cummax(input: Tensor, dim) -> tuple[SameShape, IntLike]:
    """The largest element so far along dim, and where it is.

    >>> torch.cummax(x, 1)
    >>> x.cummax(0)[0]
    """
    if known(input, Bool):
        raise Unsupported("booleans: cast them to integers")
    return running(tf.maximum, input, dim)


@port("torch.cummin", "Tensor.cummin")
def cummin(input: Tensor, dim) -> tuple[SameShape, IntLike]:
    """The smallest element so far along dim, and where it is.

    >>> torch.cummin(x, 1)
    >>> x.cummin(0)[1]
    """
    if known(input, Bool):
        raise Unsupported("booleans: cast them to integers")
    return running(tf.minimum, input, dim)


@port("torch.diff", "Tensor.diff")
def diff(input: Tensor, n=1, dim=-1, prepend=None, append=None) -> SameShape:
    """Differences of neighbours along dim.

    >>> torch.diff(x)
    >>> x.diff(dim=0)
    >>> torch.diff(x, n=2)
    >>> torch.diff(x, prepend=y, dim=0)
    >>> torch.diff(x, prepend=y[:, :1], append=y)
    """
    if known(input, Bool):
        raise Unsupported("booleans: use logical_xor")
    if n == 0:
        raise Unsupported("no difference")
    if prepend is not None and append is not None:
        return tf.experimental.numpy.diff(
            tf.concat([prepend, input, append], axis=dim), n=n, axis=dim
        )
    if prepend is not None:
        return tf.experimental.numpy.diff(tf.concat([prepend, input], axis=dim), n=n, axis=dim)
    if append is not None:
        return tf.experimental.numpy.diff(tf.concat([input, append], axis=dim), n=n, axis=dim)
    return tf.experimental.numpy.diff(input, n=n, axis=dim)


@block
def trapezoids(y, x=None, dx=1.0, axis=-1):
    """The areas under the curve between neighbours along an axis."""
    y = tf.experimental.numpy.moveaxis(y, axis, -1)
    if x is None:
        widths = dx
    elif x.shape.rank == 1:
        widths = x[1:] - x[:-1]
    else:
        x = tf.experimental.numpy.moveaxis(x, axis, -1)
        widths = x[..., 1:] - x[..., :-1]
    return (y[..., 1:] + y[..., :-1]) * widths / 2


@port("torch.trapezoid", "torch.trapz")
def trapezoid(y: PromotedFloat, x: PromotedFloat = None, *, dx=1.0, dim=-1) -> SameDtype:
    """The area under the curve along dim.

    >>> torch.trapezoid(x)
    >>> torch.trapezoid(y, x, dim=0)
    >>> torch.trapezoid(y, dx=0.5)
    """
    if x is None:
        return tf.reduce_sum(trapezoids(y, dx=dx, axis=dim), axis=-1)
    return tf.reduce_sum(trapezoids(y, x, axis=dim), axis=-1)


@block
def running_area(y, x=None, dx=1.0, axis=-1):
    """The area under the curve up to each place but the first."""
    areas = tf.cumsum(trapezoids(y, x, dx, axis), axis=-1)
    return tf.experimental.numpy.moveaxis(areas, -1, axis)


@port("torch.cumulative_trapezoid")
def cumulative_trapezoid(y: PromotedFloat, x: PromotedFloat = None, *, dx=1.0, dim=-1) -> SameShape:
    """The area under the curve up to each place but the first.

    >>> torch.cumulative_trapezoid(x)
    >>> torch.cumulative_trapezoid(y, x, dim=0)
    """
    if x is None:
        return running_area(y, dx=dx, axis=dim)
    return running_area(y, x, axis=dim)
