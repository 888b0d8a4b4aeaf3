"""Softmax and its kin. Each body is a template."""

import tensorflow as tf

from porter.rule import SameShape, Tensor, TypedLike, Unsupported, block, known, port, rank


@block
def softmax_without_dim(x):
    """torch's softmax without dim: along the first of 1 or 3 dimensions, else along the second."""
    return tf.nn.softmax(x, axis=0 if len(x.shape) in (0, 1, 3) else 1)


@block
def log_softmax_without_dim(x):
    """torch's log_softmax without dim: along the first of 1 or 3 dimensions, else the second."""
    return tf.nn.log_softmax(x, axis=0 if len(x.shape) in (0, 1, 3) else 1)


@port("torch.softmax", "torch.special.softmax", "torch.nn.functional.softmax", "Tensor.softmax")
def softmax(input: Tensor, dim=None, *, dtype=None) -> TypedLike:
    """Probabilities along dim.

    >>> F.softmax(x, dim=1)
    >>> torch.softmax(x, -1)
    >>> x.softmax(dim=0)
    >>> F.softmax(a, dim=0, dtype=torch.float64)
    """
    if dtype is not None and dim is None:
        raise Unsupported("a dtype without dim")
    if dtype is not None:
        return tf.nn.softmax(tf.cast(input, dtype), axis=dim)
    if dim is not None:
        return tf.nn.softmax(input, axis=dim)
    if known(rank(input) in (1, 2)):
        return tf.nn.softmax(input)
    return softmax_without_dim(input)


@port(
    "torch.log_softmax",
    "torch.special.log_softmax",
    "torch.nn.functional.log_softmax",
    "Tensor.log_softmax",
)
def log_softmax(input: Tensor, dim=None, *, dtype=None) -> TypedLike:
    """Logarithms of the probabilities along dim.

    >>> F.log_softmax(x, dim=1)
    >>> x.log_softmax(0, dtype=torch.float64)
    """
    if dtype is not None and dim is None:
        raise Unsupported("a dtype without dim")
    if dtype is not None:
        return tf.nn.log_softmax(tf.cast(input, dtype), axis=dim)
    if dim is not None:
        return tf.nn.log_softmax(input, axis=dim)
    if known(rank(input) in (1, 2)):
        return tf.nn.log_softmax(input)
    return log_softmax_without_dim(input)


@port("torch.nn.functional.softmin")
def softmin(input: Tensor, dim=None, *, dtype=None) -> TypedLike:
    """Probabilities along dim, the greatest for the smallest.

    >>> F.softmin(x, dim=1)
    >>> F.softmin(x, 0, dtype=torch.float64)
    """
    if dtype is not None and dim is None:
        raise Unsupported("a dtype without dim")
    if dtype is not None:
        return tf.nn.softmax(-tf.cast(input, dtype), axis=dim)
    if dim is not None:
        return tf.nn.softmax(-input, axis=dim)
    if known(rank(input) in (1, 2)):
        return tf.nn.softmax(-input)
    return softmax_without_dim(-input)


@block
def gumbel_softmax_sample(logits, tau=1.0, hard=False, axis=-1):
    """A random choice along an axis: soft probabilities, or one-hot with the gradient of these."""
    clocks = -tf.math.log1p(-tf.random.uniform(tf.shape(logits), dtype=tf.float64))
    noise = -tf.math.log(tf.cast(clocks, logits.dtype))
    soft = tf.nn.softmax((logits + noise) / tau, axis=axis)
    if not hard:
        return soft
    chosen = tf.argmax(soft, axis=axis)
    one_hot = tf.one_hot(chosen, tf.shape(soft)[axis], axis=axis, dtype=soft.dtype)
    return one_hot - tf.stop_gradient(soft) + soft


@port("torch.nn.functional.gumbel_softmax")
def gumbel_softmax(logits: Tensor, tau=1, hard=False, eps=1e-10, dim=-1) -> SameShape:
    """A sample of the relaxed categorical distribution.

    >>> F.gumbel_softmax(x)
    >>> F.gumbel_softmax(x, tau=0.5, hard=True)
    >>> F.gumbel_softmax(x, 2.0, dim=0)
    >>> F.gumbel_softmax(x, hard=True, dim=0)
    """
    del eps  # torch has no use for it either
    return gumbel_softmax_sample(logits, tau=tau, hard=hard, axis=dim)
