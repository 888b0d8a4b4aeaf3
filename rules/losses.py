"""Losses as formulas: readable, and exact in every dtype. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Float,
    Lowered,
    SameShape,
    Scalar,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@port("torch.nn.functional.mse_loss")
def mse_loss(input: Tensor, target: Tensor, *, reduction="mean") -> Scalar | Scalar | SameShape:
    """Mean squared error.

    >>> F.mse_loss(x, y)
    >>> F.mse_loss(x, y, reduction="sum")
    >>> F.mse_loss(x + 1, y, reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(tf.square(input - target))
    if reduction == "sum":
        return tf.reduce_sum(tf.square(input - target))
    return tf.square(input - target)


@port("torch.nn.functional.l1_loss")
def l1_loss(input: Tensor, target: Tensor, *, reduction="mean") -> Scalar | Scalar | SameShape:
    """Mean absolute error.

    >>> F.l1_loss(x, y)
    >>> F.l1_loss(x, y, reduction="sum")
    """
    if reduction == "mean":
        return tf.reduce_mean(tf.abs(input - target))
    if reduction == "sum":
        return tf.reduce_sum(tf.abs(input - target))
    return tf.abs(input - target)


@block
def smooth_l1(error, beta=1.0):
    """Quadratic below beta, linear above."""
    size = tf.abs(error)
    return tf.where(size < beta, 0.5 * tf.square(error) / beta, size - 0.5 * beta)


@port("torch.nn.functional.smooth_l1_loss")
def smooth_l1_loss(
    input: Tensor, target: Tensor, *, reduction="mean", beta=1.0
) -> Scalar | Scalar | SameShape:
    """Squared error where it is small, absolute error elsewhere.

    >>> F.smooth_l1_loss(x, y)
    >>> F.smooth_l1_loss(x, y, beta=0.5)
    >>> F.smooth_l1_loss(x, y, reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(smooth_l1(input - target, beta=beta))
    if reduction == "sum":
        return tf.reduce_sum(smooth_l1(input - target, beta=beta))
    return smooth_l1(input - target, beta=beta)


@block
def huber(error, delta=1.0):
    """Quadratic below delta, linear above."""
    size = tf.abs(error)
    return tf.where(size < delta, 0.5 * tf.square(error), delta * (size - 0.5 * delta))


@port("torch.nn.functional.huber_loss")
def huber_loss(
    input: Tensor, target: Tensor, *, reduction="mean", delta=1.0
) -> Scalar | Scalar | SameShape:
    """Huber's loss.

    >>> F.huber_loss(x, y)
    >>> F.huber_loss(x, y, delta=0.5)
    """
    if reduction == "mean":
        return tf.reduce_mean(huber(input - target, delta=delta))
    if reduction == "sum":
        return tf.reduce_sum(huber(input - target, delta=delta))
    return huber(input - target, delta=delta)


@port("torch.nn.functional.cross_entropy")
def cross_entropy(input: Tensor, target: Tensor, *, reduction="mean") -> Scalar | Scalar | Lowered:
    """Cross entropy of logits and class numbers.

    >>> F.cross_entropy(x, a)
    >>> F.cross_entropy(x, a, reduction="none")
    """
    if known(target, Float):
        raise Unsupported("class probabilities as targets")
    if known(rank(input) != 2):
        raise Unsupported("logits that are no matrix")
    if reduction == "mean":
        return tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)
        )
    if reduction == "sum":
        return tf.reduce_sum(
            tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)
        )
    return tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)


@port("torch.nn.functional.nll_loss")
def nll_loss(input: Tensor, target: Tensor, *, reduction="mean") -> Scalar | Scalar | Lowered:
    """The negative log probability of each class.

    >>> F.nll_loss(F.log_softmax(x, 1), a)
    """
    if known(rank(input) != 2):
        raise Unsupported("probabilities that are no matrix")
    if reduction == "mean":
        return -tf.reduce_mean(tf.gather(input, target, batch_dims=1))
    if reduction == "sum":
        return -tf.reduce_sum(tf.gather(input, target, batch_dims=1))
    return -tf.gather(input, target, batch_dims=1)


@port("torch.nn.functional.binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    input: Tensor, target: Tensor, *, reduction="mean"
) -> Scalar | Scalar | SameShape:
    """Cross entropy of logits and probabilities of one class.

    >>> F.binary_cross_entropy_with_logits(x, torch.sigmoid(y))
    """
    if reduction == "mean":
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target))
    if reduction == "sum":
        return tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target))
    return tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target)


@block
def cross_entropy_of(p, target):
    """Cross entropy of probabilities; a logarithm is never below -100, as in torch."""
    log_p, log_q = tf.maximum(tf.math.log(p), -100.0), tf.maximum(tf.math.log(1 - p), -100.0)
    return -(target * log_p + (1 - target) * log_q)


@port("torch.nn.functional.binary_cross_entropy")
def binary_cross_entropy(
    input: Tensor, target: Tensor, *, reduction="mean"
) -> Scalar | Scalar | SameShape:
    """Cross entropy of probabilities of one class.

    >>> F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y))
    """
    if reduction == "mean":
        return tf.reduce_mean(cross_entropy_of(input, target))
    if reduction == "sum":
        return tf.reduce_sum(cross_entropy_of(input, target))
    return cross_entropy_of(input, target)
