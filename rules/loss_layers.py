"""torch.nn's losses: objects that are pasted into the output. Their formulas are those of F.*."""

import tensorflow as tf

from porter.rule import Module, Promoted, PromotedFloat, Unsupported, port
from rules.class_losses import (
    classes_last,
    cross_entropy_of,
    loss_of_classes,
    loss_of_logits,
    weighted_loss,
    weighted_sigmoid_loss,
)
from rules.losses import divergence, gaussian_nll, huber, mean_of_batch, poisson_nll, smooth_l1
from rules.margin_losses import (
    class_margins,
    cosine_embedding,
    hinge,
    label_margins,
    ranking,
    reduced,
    soft_margins,
    triplet,
)


@port("torch.nn.MSELoss")
class MSELoss:
    """torch.nn.MSELoss: the squared error, reduced by "mean", "sum" or not at all ("none").

    >>> nn.MSELoss()(x, y)
    >>> nn.MSELoss(reduction="sum")(x, y)
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(tf.square(input - target), self.reduction)


@port("torch.nn.L1Loss")
class L1Loss:
    """torch.nn.L1Loss: the absolute error.

    >>> nn.L1Loss()(x, y)
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(tf.abs(input - target), self.reduction)


@port("torch.nn.SmoothL1Loss")
class SmoothL1Loss:
    """torch.nn.SmoothL1Loss: the error, squared below beta.

    >>> nn.SmoothL1Loss()(x, y)
    >>> nn.SmoothL1Loss(reduction="none", beta=0.5)(x, y)
    """

    def __init__(self, *, reduction="mean", beta=1.0):
        self.reduction, self.beta = reduction, beta

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(smooth_l1(input - target, self.beta), self.reduction)


@port("torch.nn.HuberLoss")
class HuberLoss:
    """torch.nn.HuberLoss: the error, squared below delta.

    >>> nn.HuberLoss()(x, y)
    >>> nn.HuberLoss("sum", 0.5)(x, y)
    """

    def __init__(self, reduction="mean", delta=1.0):
        self.reduction, self.delta = reduction, delta

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(huber(input - target, self.delta), self.reduction)


@port("torch.nn.CrossEntropyLoss")
class CrossEntropyLoss:
    """torch.nn.CrossEntropyLoss: of logits and class numbers or probabilities.

    >>> nn.CrossEntropyLoss()(x, a)
    >>> nn.CrossEntropyLoss(y[0] * y[0], ignore_index=1)(x, a)
    >>> nn.CrossEntropyLoss(label_smoothing=0.1, reduction="none")(x, F.softmax(y, 1))
    """

    def __init__(self, weight=None, *, ignore_index=-100, reduction="mean", label_smoothing=0.0):
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def __call__(self, input, target):
        options = self.ignore_index, self.reduction, self.label_smoothing
        return loss_of_logits(input, target, self.weight, *options)


@port("torch.nn.NLLLoss")
class NLLLoss:
    """torch.nn.NLLLoss: the negative log probability of each class.

    >>> nn.NLLLoss()(x, a)
    >>> nn.NLLLoss(y[0] * y[0], ignore_index=1)(x, a)
    """

    def __init__(self, weight=None, *, ignore_index=-100, reduction="mean"):
        self.weight, self.ignore_index, self.reduction = weight, ignore_index, reduction

    def __call__(self, input, target):
        log_p = classes_last(input)
        return loss_of_classes(log_p, target, self.weight, self.ignore_index, self.reduction)


@port("torch.nn.BCELoss")
class BCELoss:
    """torch.nn.BCELoss: cross entropy of probabilities of one class.

    >>> nn.BCELoss()(torch.sigmoid(x), torch.sigmoid(y))
    >>> nn.BCELoss(q)(torch.sigmoid(x), torch.sigmoid(y))
    """

    def __init__(self, weight=None, *, reduction="mean"):
        self.weight, self.reduction = weight, reduction

    def __call__(self, input: Promoted, target: Promoted):
        loss = cross_entropy_of(input, target)
        if self.weight is not None:
            loss = weighted_loss(loss, self.weight)
        return reduced(loss, self.reduction)


@port("torch.nn.BCEWithLogitsLoss")
class BCEWithLogitsLoss:
    """torch.nn.BCEWithLogitsLoss: cross entropy of logits and probabilities of one class.

    >>> nn.BCEWithLogitsLoss()(x, torch.sigmoid(y))
    >>> nn.BCEWithLogitsLoss(q, pos_weight=q[0])(x, torch.sigmoid(y))
    """

    def __init__(self, weight=None, *, reduction="mean", pos_weight=None):
        self.weight, self.reduction, self.pos_weight = weight, reduction, pos_weight

    def __call__(self, input: Promoted, target: Promoted):
        loss = weighted_sigmoid_loss(input, target, self.weight, self.pos_weight)
        return reduced(loss, self.reduction)


@port("torch.nn.KLDivLoss")
class KLDivLoss:
    """torch.nn.KLDivLoss: Kullback and Leibler's divergence, from logarithms and probabilities.

    >>> nn.KLDivLoss(reduction="batchmean")(F.log_softmax(x, 1), F.softmax(y, 1))
    >>> nn.KLDivLoss(reduction="sum", log_target=True)(x, y)
    """

    def __init__(self, *, reduction="mean", log_target=False):
        self.reduction, self.log_target = reduction, log_target

    def __call__(self, input: Promoted, target: Promoted):
        loss = divergence(input, target, self.log_target)
        if self.reduction == "batchmean":
            return mean_of_batch(loss)
        return reduced(loss, self.reduction)


@port("torch.nn.PoissonNLLLoss")
class PoissonNLLLoss:
    """torch.nn.PoissonNLLLoss: the negative log-likelihood of Poisson's distribution.

    >>> nn.PoissonNLLLoss()(x, y)
    >>> nn.PoissonNLLLoss(False, True)(x * x, 3 * y)
    """

    def __init__(self, log_input=True, full=False, *, eps=1e-8, reduction="mean"):
        self.log_input = log_input
        self.full = full
        self.eps = eps
        self.reduction = reduction

    def __call__(self, log_input: PromotedFloat, target: PromotedFloat):
        loss = poisson_nll(log_input, target, self.log_input, self.full, self.eps)
        return reduced(loss, self.reduction)


@port("torch.nn.GaussianNLLLoss")
class GaussianNLLLoss:
    """torch.nn.GaussianNLLLoss: the negative log-likelihood of normal distributions.

    >>> nn.GaussianNLLLoss()(x, y, q * q)
    >>> nn.GaussianNLLLoss(full=True, eps=0.1)(x, y, q[:, 0] * q[:, 0])
    """

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        self.full, self.eps, self.reduction = full, eps, reduction

    def __call__(self, input, target, var):
        return reduced(gaussian_nll(input, target, var, self.full, self.eps), self.reduction)


@port("torch.nn.SoftMarginLoss")
class SoftMarginLoss:
    """torch.nn.SoftMarginLoss: log(1 + exp(-target * input)).

    >>> nn.SoftMarginLoss()(x, torch.sign(y))
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(tf.math.log1p(tf.exp(-target * input)), self.reduction)


@port("torch.nn.MarginRankingLoss")
class MarginRankingLoss:
    """torch.nn.MarginRankingLoss: the first input is to be greater by a margin, or smaller.

    >>> nn.MarginRankingLoss()(x, y, torch.sign(q))
    >>> nn.MarginRankingLoss(0.5)(x, y, torch.sign(q))
    """

    def __init__(self, margin=0.0, *, reduction="mean"):
        self.margin, self.reduction = margin, reduction

    def __call__(self, input1: Promoted, input2: Promoted, target):
        return reduced(ranking(input1, input2, target, self.margin), self.reduction)


@port("torch.nn.HingeEmbeddingLoss")
class HingeEmbeddingLoss:
    """torch.nn.HingeEmbeddingLoss: a distance, or what it lacks to the margin.

    >>> nn.HingeEmbeddingLoss()(x, torch.sign(y))
    """

    def __init__(self, margin=1.0, *, reduction="mean"):
        self.margin, self.reduction = margin, reduction

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(hinge(input, target, self.margin), self.reduction)


@port("torch.nn.CosineEmbeddingLoss")
class CosineEmbeddingLoss:
    """torch.nn.CosineEmbeddingLoss: of the angles of vectors.

    >>> nn.CosineEmbeddingLoss(0.1)(x, y, torch.sign(q[:, 0]))
    """

    def __init__(self, margin=0.0, *, reduction="mean"):
        self.margin, self.reduction = margin, reduction

    def __call__(self, input1: Promoted, input2: Promoted, target):
        return reduced(cosine_embedding(input1, input2, target, self.margin), self.reduction)


@port("torch.nn.TripletMarginLoss")
class TripletMarginLoss:
    """torch.nn.TripletMarginLoss: the anchor is to be nearer to the positive.

    >>> nn.TripletMarginLoss()(x, y, q)
    >>> nn.TripletMarginLoss(2.0, p=1, swap=True)(x, y, q)
    """

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, *, reduction="mean"):
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap
        self.reduction = reduction

    def __call__(self, anchor: Promoted, positive: Promoted, negative: Promoted):
        options = self.margin, self.p, self.eps, self.swap
        return reduced(triplet(anchor, positive, negative, *options), self.reduction)


@port("torch.nn.MultiLabelSoftMarginLoss")
class MultiLabelSoftMarginLoss:
    """torch.nn.MultiLabelSoftMarginLoss: cross entropies of sigmoids, over the classes.

    >>> nn.MultiLabelSoftMarginLoss()(x, torch.sigmoid(y))
    >>> nn.MultiLabelSoftMarginLoss(q[0])(x, torch.sigmoid(y))
    """

    def __init__(self, weight=None, *, reduction="mean"):
        self.weight, self.reduction = weight, reduction

    def __call__(self, input: Promoted, target: Promoted):
        return reduced(soft_margins(input, target, self.weight), self.reduction)


@port("torch.nn.MultiLabelMarginLoss")
class MultiLabelMarginLoss:
    """torch.nn.MultiLabelMarginLoss: the labels of each row are to be above all others by 1.

    >>> nn.MultiLabelMarginLoss()(x, torch.stack([a[:3], a[:3], a[1:], a[1:] - 1]))
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input, target):
        return reduced(label_margins(input, target), self.reduction)


@port("torch.nn.MultiMarginLoss")
class MultiMarginLoss:
    """torch.nn.MultiMarginLoss: the class is to be above all others by a margin.

    >>> nn.MultiMarginLoss()(x, a)
    >>> nn.MultiMarginLoss(2, 0.5, y[0] * y[0])(x, a)
    """

    def __init__(self, p=1, margin=1.0, weight=None, *, reduction="mean"):
        self.p = p
        self.margin = margin
        self.weight = weight
        self.reduction = reduction

    def __call__(self, input, target):
        loss = class_margins(input, target, self.p, self.margin, self.weight)
        return reduced(loss, self.reduction)


@port("torch.nn.LinearCrossEntropyLoss", "torch.nn.AdaptiveLogSoftmaxWithLoss")
def linear_loss_layer(*args, **kwargs) -> Module:
    """A linear layer and a cross entropy in one.

    Not proven: it is refused.
    """
    raise Unsupported("write nn.Linear and nn.CrossEntropyLoss")
