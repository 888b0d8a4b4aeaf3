"""Losses of classes: cross entropies. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Broadcast,
    Float,
    Lowered,
    Promoted,
    SameDtype,
    Scalar,
    Tensor,
    block,
    known,
    nonnegative,
    port,
    rank,
)


@block
def classes_last(x):
    """(N, classes, …) as (N, …, classes)."""
    return tf.transpose(x, [0, *range(2, x.shape.rank), 1]) if x.shape.rank > 2 else x


@block
def loss_of_classes(
    log_p, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0
):
    """The negative logarithm of each target's probability; those of ignore_index do not count."""
    target = tf.cast(target, tf.int64)
    counts = tf.cast(target != ignore_index, log_p.dtype)
    target = tf.where(target != ignore_index, target, 0)
    weights = counts if weight is None else counts * tf.gather(weight, target)
    chosen = tf.gather(log_p, target, batch_dims=target.shape.rank)
    loss = -tf.math.multiply_no_nan(chosen, weights)
    if tf.is_tensor(label_smoothing) or label_smoothing:
        spread = log_p if weight is None else log_p * weight
        others = -tf.math.multiply_no_nan(tf.reduce_mean(spread, axis=-1), counts)
        loss = (1 - label_smoothing) * loss + label_smoothing * others
    if reduction == "none":
        return loss
    total = tf.reduce_sum(loss)
    return total / tf.reduce_sum(weights) if reduction == "mean" else total


@block
def loss_of_logits(
    logits, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0
):
    """torch's cross_entropy: classes are on axis 1; targets are their numbers or probabilities."""
    log_p = tf.nn.log_softmax(classes_last(logits))
    if not tf.as_dtype(target.dtype).is_floating:
        return loss_of_classes(log_p, target, weight, ignore_index, reduction, label_smoothing)
    target = classes_last(target) * (1 - label_smoothing) + label_smoothing / log_p.shape[-1]
    loss = -tf.reduce_sum(target * (log_p if weight is None else log_p * weight), axis=-1)
    if reduction == "none":
        return loss
    return tf.reduce_sum(loss) if reduction == "sum" else tf.reduce_mean(loss)


@port("torch.nn.functional.cross_entropy")
def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight=None,
    *,
    ignore_index=-100,
    reduction="mean",
    label_smoothing=0.0,
) -> Scalar | Scalar | Lowered | Scalar | SameDtype:
    """Cross entropy of logits and classes, which are given by numbers or by probabilities.

    >>> F.cross_entropy(x, a)
    >>> F.cross_entropy(x, a, reduction="none")
    >>> F.cross_entropy(x, a, y[0] * y[0], label_smoothing=0.1)
    >>> F.cross_entropy(x, a, ignore_index=2)
    >>> F.cross_entropy(x, F.softmax(y, 1), reduction="sum")
    >>> F.cross_entropy(x[0], a[0])
    >>> F.cross_entropy(x.reshape(2, 3, 2), a.reshape(2, 2), reduction="none")
    """
    if (
        weight is None
        and ignore_index == -100
        and label_smoothing == 0
        and (known(rank(input) == 2) or known(rank(target) == 1))
        and not known(target, Float)
        and nonnegative(target)
    ):
        if reduction == "mean":
            return tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)
            )
        if reduction == "sum":
            return tf.reduce_sum(
                tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)
            )
        return tf.nn.sparse_softmax_cross_entropy_with_logits(logits=input, labels=target)
    if reduction in ("mean", "sum"):
        return loss_of_logits(
            input,
            target,
            weight=weight,
            ignore_index=ignore_index,
            reduction=reduction,
            label_smoothing=label_smoothing,
        )
    return loss_of_logits(
        input,
        target,
        weight=weight,
        ignore_index=ignore_index,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


@port("torch.nn.functional.nll_loss")
def nll_loss(
    input: Tensor, target: Tensor, weight=None, *, ignore_index=-100, reduction="mean"
) -> Scalar | Scalar | Lowered | Scalar | SameDtype:
    """The negative log probability of each class.

    >>> F.nll_loss(F.log_softmax(x, 1), a)
    >>> F.nll_loss(x, a, reduction="none")
    >>> F.nll_loss(x, a, y[0] * y[0], ignore_index=1)
    >>> F.nll_loss(x.reshape(2, 3, 2), a.reshape(2, 2), reduction="sum")
    """
    if (
        weight is None
        and ignore_index == -100
        and (known(rank(input) == 2) or known(rank(target) == 1))
        and nonnegative(target)
    ):
        if reduction == "mean":
            return -tf.reduce_mean(tf.gather(input, target, batch_dims=1))
        if reduction == "sum":
            return -tf.reduce_sum(tf.gather(input, target, batch_dims=1))
        return -tf.gather(input, target, batch_dims=1)
    if reduction in ("mean", "sum"):
        return loss_of_classes(
            classes_last(input), target, weight=weight, ignore_index=ignore_index,
            reduction=reduction,
        )  # fmt: skip
    return loss_of_classes(
        classes_last(input), target, weight=weight, ignore_index=ignore_index, reduction=reduction
    )


@block
def as_weight(weight, loss):
    """What weighs a loss is of its dtype there, also doubles beside floats."""
    return tf.cast(weight, loss.dtype)


@block
def weighted_loss(loss, weight):
    """The loss of each element times its weight."""
    return loss * as_weight(weight, loss)


@block
def weighted_sigmoid_loss(logits, target, weight=None, pos_weight=None):
    """Cross entropy of logits and probabilities, with weights; pos_weight is for the target."""
    loss = tf.nn.softplus(-logits)
    if pos_weight is not None:
        loss *= 1 + (as_weight(pos_weight, loss) - 1) * target
    loss += (1 - target) * logits
    return loss if weight is None else weighted_loss(loss, weight)


@port("torch.nn.functional.binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    input: Promoted, target: Promoted, weight=None, *, reduction="mean", pos_weight=None
) -> Scalar | Scalar | Broadcast | Scalar | Scalar | Broadcast:
    """Cross entropy of logits and probabilities of one class.

    >>> F.binary_cross_entropy_with_logits(x, torch.sigmoid(y))
    >>> F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), reduction="none")
    >>> F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), pos_weight=q[0])
    >>> F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), q, reduction="sum")
    """
    if weight is None and pos_weight is None:
        if reduction == "mean":
            return tf.reduce_mean(
                tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target)
            )
        if reduction == "sum":
            return tf.reduce_sum(
                tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target)
            )
        return tf.nn.sigmoid_cross_entropy_with_logits(logits=input, labels=target)
    if reduction == "mean":
        return tf.reduce_mean(
            weighted_sigmoid_loss(input, target, weight=weight, pos_weight=pos_weight)
        )
    if reduction == "sum":
        return tf.reduce_sum(
            weighted_sigmoid_loss(input, target, weight=weight, pos_weight=pos_weight)
        )
    return weighted_sigmoid_loss(input, target, weight=weight, pos_weight=pos_weight)


@block
@tf.custom_gradient
def cross_entropy_of(p, target):
    """Cross entropy of probabilities, finite where they are 0 or 1, and its gradient, as torch."""
    log_p, log_q = tf.maximum(tf.math.log(p), -100.0), tf.maximum(tf.math.log1p(-p), -100.0)

    def gradient(grad):
        return grad * (p - target) / tf.maximum(p * (1 - p), 1e-12), grad * (log_q - log_p)

    return -(target * log_p + (1 - target) * log_q), gradient


@port("torch.nn.functional.binary_cross_entropy")
def binary_cross_entropy(
    input: Promoted, target: Promoted, weight=None, *, reduction="mean"
) -> Scalar | Scalar | Broadcast | Scalar | Scalar | Broadcast:
    """Cross entropy of probabilities of one class.

    >>> F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y))
    >>> F.binary_cross_entropy(torch.sigmoid(99 * x), torch.sigmoid(y), reduction="none")
    >>> F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y), q, reduction="sum")
    """
    if weight is None:
        if reduction == "mean":
            return tf.reduce_mean(cross_entropy_of(input, target))
        if reduction == "sum":
            return tf.reduce_sum(cross_entropy_of(input, target))
        return cross_entropy_of(input, target)
    if reduction == "mean":
        return tf.reduce_mean(weighted_loss(cross_entropy_of(input, target), weight))
    if reduction == "sum":
        return tf.reduce_sum(weighted_loss(cross_entropy_of(input, target), weight))
    return weighted_loss(cross_entropy_of(input, target), weight)
