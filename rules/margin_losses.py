"""Losses of distances and margins: rankings, pairs, triplets. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    Int,
    Lowered,
    Promoted,
    PromotedFloat,
    SameDtype,
    Scalar,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@block
def reduced(loss, reduction="mean"):
    """The mean of a loss, its sum, or (with "none") itself."""
    if reduction == "none":
        return loss
    return tf.reduce_sum(loss) if reduction == "sum" else tf.reduce_mean(loss)


@block
def ranking(x, y, target, margin=0):
    """How much less than the margin x is above y, or below it where the target is -1."""
    return tf.maximum(margin - target * (x - y), 0)


@port("torch.nn.functional.margin_ranking_loss")
def margin_ranking_loss(
    input1: Promoted, input2: Promoted, target: Promoted, margin=0, *, reduction="mean"
) -> Scalar | SameDtype:
    """The first input is to be the greater one by a margin; the smaller one where target is -1.

    >>> F.margin_ranking_loss(x, y, torch.sign(q))
    >>> F.margin_ranking_loss(x, y, torch.sign(q), 0.5, reduction="none")
    """
    if known(input1, Int):
        raise Unsupported("a ranking of integers")
    if reduction in ("mean", "sum"):
        return reduced(ranking(input1, input2, target, margin=margin), reduction=reduction)
    return ranking(input1, input2, target, margin=margin)


@block
def hinge(x, target, margin=1.0):
    """A distance where the target is 1, what it lacks to the margin where it is -1."""
    near = tf.where(target != -1, x, tf.zeros_like(x))
    return near + tf.where(target != 1, tf.maximum(margin - x, 0), tf.zeros_like(x))


@port("torch.nn.functional.hinge_embedding_loss")
def hinge_embedding_loss(
    input: Promoted, target: Promoted, margin=1.0, *, reduction="mean"
) -> Scalar | SameDtype:
    """A distance where the target is 1, what it lacks to the margin where it is -1.

    >>> F.hinge_embedding_loss(x, torch.sign(y))
    >>> F.hinge_embedding_loss(x, torch.sign(y), 0.5, reduction="none")
    """
    if reduction in ("mean", "sum"):
        return reduced(hinge(input, target, margin=margin), reduction=reduction)
    return hinge(input, target, margin=margin)


@block
def cosine_embedding(x, y, target, margin=0):
    """1 - cos of the angle where the target is 1, cos above the margin where it is -1."""
    product = tf.reduce_sum(x * y, axis=-1)
    squares = [tf.reduce_sum(tf.square(side), axis=-1) + 1e-12 for side in (x, y)]
    cosine = product / tf.sqrt(squares[0] * squares[1])
    zeros = tf.zeros_like(cosine)
    apart = tf.where(target == -1, tf.maximum(cosine - margin, 0), zeros)
    return tf.where(target == 1, 1 - cosine, zeros) + apart


@port("torch.nn.functional.cosine_embedding_loss")
def cosine_embedding_loss(
    input1: PromotedFloat, input2: PromotedFloat, target: Tensor, margin=0, *, reduction="mean"
) -> Scalar | SameDtype:
    """1 - cos of the angle of vectors where the target is 1, cos where it is -1.

    >>> F.cosine_embedding_loss(x, y, torch.sign(q[:, 0]))
    >>> F.cosine_embedding_loss(x, y, torch.sign(q[:, 0]), 0.2, reduction="none")
    """
    if known(target, Bool):
        raise Unsupported("boolean targets: they say 1 and -1")
    if reduction in ("mean", "sum"):
        return reduced(cosine_embedding(input1, input2, target, margin=margin), reduction=reduction)
    return cosine_embedding(input1, input2, target, margin=margin)


@block
def minkowski(x, y, p=2.0, eps=1e-6):
    """Distances of vectors, as torch.nn.functional.pairwise_distance."""
    if p == 2:
        return tf.sqrt(tf.reduce_sum(tf.square(x - y + eps), axis=-1))
    return tf.reduce_sum(tf.abs(x - y + eps) ** p, axis=-1) ** (1 / p)


@block
def triplet(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False):
    """How much less than the margin the anchor is nearer to the positive than to the negative."""
    near = minkowski(anchor, positive, p, eps)
    far = minkowski(anchor, negative, p, eps)
    if swap:
        far = tf.minimum(far, minkowski(positive, negative, p, eps))
    return tf.maximum(margin + near - far, 0)


@port("torch.nn.functional.triplet_margin_loss")
def triplet_margin_loss(
    anchor: PromotedFloat,
    positive: PromotedFloat,
    negative: PromotedFloat,
    margin=1.0,
    p=2,
    eps=1e-6,
    swap=False,
    *,
    reduction="mean",
) -> Scalar | SameDtype:
    """The anchor is to be nearer to the positive than to the negative, by a margin.

    >>> F.triplet_margin_loss(x, y, q)
    >>> F.triplet_margin_loss(x, y, q, 2.0, p=1, swap=True, reduction="none")
    """
    if reduction in ("mean", "sum"):
        return reduced(
            triplet(anchor, positive, negative, margin=margin, p=p, eps=eps, swap=swap),
            reduction=reduction,
        )
    return triplet(anchor, positive, negative, margin=margin, p=p, eps=eps, swap=swap)


@port(
    "torch.nn.functional.triplet_margin_with_distance_loss",
    "torch.nn.TripletMarginWithDistanceLoss",
)
def triplet_with_distance(*args, **kwargs) -> Tensor:
    """A triplet loss with a distance of one's own.

    Not proven: it is refused.
    """
    raise Unsupported("write max(margin + near - far, 0) with the distance function")


@block
def soft_margins(x, target, weight=None):
    """The mean over the classes of the cross entropies of their sigmoids."""
    loss = -(target * tf.math.log_sigmoid(x) + (1 - target) * tf.math.log_sigmoid(-x))
    return tf.reduce_mean(loss if weight is None else loss * weight, axis=-1)


@port("torch.nn.functional.multilabel_soft_margin_loss")
def multilabel_soft_margin_loss(
    input: Promoted, target: Promoted, weight=None, *, reduction="mean"
) -> Scalar | Lowered:
    """The mean over the classes of the cross entropies of their sigmoids.

    >>> F.multilabel_soft_margin_loss(x, torch.sigmoid(y))
    >>> F.multilabel_soft_margin_loss(x, torch.sigmoid(y), q[0], reduction="none")
    """
    if reduction in ("mean", "sum"):
        return reduced(soft_margins(input, target, weight=weight), reduction=reduction)
    return soft_margins(input, target, weight=weight)


@block
def class_margins(x, target, p=1, margin=1.0, weight=None):
    """What the target's score lacks to be above each other class's by the margin: the mean."""
    target = tf.reshape(target, tf.shape(x)[:-1])
    chosen = tf.gather(x, target, axis=-1, batch_dims=x.shape.rank - 1)
    lacks = tf.maximum(margin - chosen[..., None] + x, 0)
    if weight is not None:
        lacks *= tf.gather(weight, target)[..., None] ** (1 / p)
    others = 1 - tf.one_hot(target, x.shape[-1], dtype=x.dtype)
    return tf.reduce_mean(others * lacks**p, axis=-1)


@port("torch.nn.functional.multi_margin_loss")
def multi_margin_loss(
    input: Tensor, target: Tensor, p=1, margin=1.0, weight=None, *, reduction="mean"
) -> Scalar | SameDtype:
    """The class's score is to be above all others by a margin.

    >>> F.multi_margin_loss(x, a)
    >>> F.multi_margin_loss(x, a, 2, 0.5, y[0] * y[0], reduction="none")
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no classes")
    if reduction in ("mean", "sum"):
        return reduced(
            class_margins(input, target, p=p, margin=margin, weight=weight), reduction=reduction
        )
    return class_margins(input, target, p=p, margin=margin, weight=weight)


@block
def label_margins(x, target):
    """As torch's multilabel_margin_loss: a row's labels end at its first negative number."""
    valid = tf.math.cumprod(tf.cast(target >= 0, x.dtype), axis=-1)
    target = tf.maximum(target, 0)
    scores = tf.gather(x, target, axis=-1, batch_dims=x.shape.rank - 1)
    labels = tf.one_hot(target, x.shape[-1], dtype=x.dtype) * valid[..., None]
    others = 1 - tf.reduce_max(labels, axis=-2)
    lacks = tf.maximum(1 - scores[..., None] + x[..., None, :], 0)
    lacks *= valid[..., None] * others[..., None, :]
    return tf.reduce_sum(lacks, axis=[-2, -1]) / x.shape[-1]


@port("torch.nn.functional.multilabel_margin_loss")
def multilabel_margin_loss(
    input: Tensor, target: Tensor, *, reduction="mean"
) -> Scalar | SameDtype:
    """The scores of the labels of each row are to be above all others by 1.

    >>> F.multilabel_margin_loss(x, torch.stack([a[:3], a[:3], a[1:], a[1:] - 1]))
    >>> F.multilabel_margin_loss(x[0], a[:3] - 1, reduction="none")
    """
    if known(rank(input) == 0):
        raise Unsupported("a scalar has no classes")
    if reduction in ("mean", "sum"):
        return reduced(label_margins(input, target), reduction=reduction)
    return label_margins(input, target)
