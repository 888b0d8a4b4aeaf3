"""Distances and directions of vectors."""

import tensorflow as tf

from porter.rule import (
    Float,
    PromotedFloat,
    SameShape,
    Tensor,
    Unsupported,
    block,
    port,
)
from rules.linear import Layer


@block
def distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 + eps along the last dimension."""
    gap = tf.abs(x1 - x2 + eps)
    if p == float("inf"):
        return tf.reduce_max(gap, axis=-1, keepdims=keepdim)
    return tf.reduce_sum(gap**p, axis=-1, keepdims=keepdim) ** (1 / p)


@block
def similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along a dimension."""
    x1, x2 = (tf.math.l2_normalize(x, axis=dim, epsilon=eps**2) for x in (x1, x2))
    return tf.reduce_sum(x1 * x2, axis=dim)


@port("torch.nn.functional.normalize")
def normalize(input: Float, p=2.0, dim=1, eps=1e-12) -> SameShape:
    """Divided by the norm along dim.

    >>> F.normalize(x)
    >>> F.normalize(x, dim=-1)
    >>> F.normalize(x, p=1, dim=0)
    """
    if p == 2 and eps == 1e-12:
        return tf.math.l2_normalize(input, axis=dim, epsilon=1e-24)
    if p == 2:
        return tf.math.l2_normalize(input, axis=dim, epsilon=eps * eps)
    if p == 1:
        return input / tf.maximum(tf.reduce_sum(tf.abs(input), axis=dim, keepdims=True), eps)
    raise Unsupported("only the norms with p = 1 and p = 2 are ported here")


@port("torch.nn.functional.cosine_similarity", "torch.cosine_similarity")
def cosine_similarity(x1: PromotedFloat, x2: PromotedFloat, dim=1, eps=1e-8) -> Tensor:
    """The cosine of the angle between vectors along dim.

    >>> F.cosine_similarity(x, y)
    >>> torch.cosine_similarity(x, y, dim=0)
    """
    return similarity(x1, x2, dim=dim, eps=eps)


@port("torch.nn.functional.pairwise_distance", "torch.pairwise_distance")
def pairwise_distance(
    x1: PromotedFloat, x2: PromotedFloat, p=2.0, eps=1e-6, keepdim=False
) -> Tensor:
    """The norm of the difference of vectors.

    >>> F.pairwise_distance(x, y)
    >>> F.pairwise_distance(x, y, p=1.0, keepdim=True)
    """
    return distance(x1, x2, p=p, eps=eps, keepdim=keepdim)


@port("torch.nn.CosineSimilarity")
class CosineSimilarity(Layer):
    """torch.nn.CosineSimilarity: the cosine of the angle between vectors along dim.

    >>> nn.CosineSimilarity()(x, y)
    """

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.options = dim, eps

    def call(self, x1, x2) -> Tensor:
        return similarity(x1, x2, *self.options)


@port("torch.nn.PairwiseDistance")
class PairwiseDistance(Layer):
    """torch.nn.PairwiseDistance: the norm of the difference of vectors.

    >>> nn.PairwiseDistance()(x, y)
    """

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.options = p, eps, keepdim

    def call(self, x1, x2) -> Tensor:
        return distance(x1, x2, *self.options)
