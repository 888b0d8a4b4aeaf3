"""Losses of numbers as formulas: readable, and exact in every dtype. Each body is a template.

Those of classes are in class_losses.py, those of distances in margin_losses.py, and all as
objects (`nn.MSELoss()`) in loss_layers.py.
"""

import math

import tensorflow as tf

from porter.rule import Broadcast, Promoted, PromotedFloat, Scalar, Tensor, block, port


@port("torch.nn.functional.mse_loss")
def mse_loss(input: Promoted, target: Promoted, *, reduction="mean") -> Scalar | Scalar | Broadcast:
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
def l1_loss(input: Promoted, target: Promoted, *, reduction="mean") -> Scalar | Scalar | Broadcast:
    """Mean absolute error.

    >>> F.l1_loss(x, y)
    >>> F.l1_loss(x, y, reduction="sum")
    >>> F.l1_loss(x, y, reduction="none")
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
    if beta == 0:
        return size
    return tf.where(size < beta, 0.5 * tf.square(error) / beta, size - 0.5 * beta)


@port("torch.nn.functional.smooth_l1_loss")
def smooth_l1_loss(
    input: Promoted, target: Promoted, *, reduction="mean", beta=1.0
) -> Scalar | Scalar | Broadcast:
    """Squared error where it is small, absolute error elsewhere.

    >>> F.smooth_l1_loss(x, y)
    >>> F.smooth_l1_loss(x, y, beta=0.5)
    >>> F.smooth_l1_loss(x, y, beta=0)
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
    input: Promoted, target: Promoted, reduction="mean", delta=1.0
) -> Scalar | Scalar | Broadcast:
    """Huber's loss.

    >>> F.huber_loss(x, y)
    >>> F.huber_loss(x, y, delta=0.5)
    >>> F.huber_loss(x, y, "sum")
    """
    if reduction == "mean":
        return tf.reduce_mean(huber(input - target, delta=delta))
    if reduction == "sum":
        return tf.reduce_sum(huber(input - target, delta=delta))
    return huber(input - target, delta=delta)


@block
def divergence(log_p, target, log_target=False):
    """Kullback and Leibler's, element by element; `target` are probabilities or logarithms."""
    if log_target:
        return tf.exp(target) * (target - log_p)
    return tf.math.xlogy(target, target) - target * log_p


@block
def mean_of_batch(loss):
    """The sum of a loss, divided by the size of the batch."""
    return tf.reduce_sum(loss) / tf.cast(tf.shape(loss)[0], loss.dtype)


@port("torch.nn.functional.kl_div")
def kl_div(
    input: Promoted, target: Promoted, *, reduction="mean", log_target=False
) -> Scalar | Scalar | Scalar | Broadcast:
    """Kullback and Leibler's divergence, from logarithms and probabilities.

    >>> F.kl_div(F.log_softmax(x, 1), F.softmax(y, 1), reduction="batchmean")
    >>> F.kl_div(F.log_softmax(x, 1), F.log_softmax(y, 1), reduction="sum", log_target=True)
    >>> F.kl_div(F.log_softmax(x, 1), F.softmax(y, 1), reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(divergence(input, target, log_target=log_target))
    if reduction == "batchmean":
        return mean_of_batch(divergence(input, target, log_target=log_target))
    if reduction == "sum":
        return tf.reduce_sum(divergence(input, target, log_target=log_target))
    return divergence(input, target, log_target=log_target)


@block
def poisson_nll(input, target, log_input=True, full=False, eps=1e-8):
    """The negative log-likelihood of Poisson's distribution, element by element."""
    if log_input:
        loss = tf.exp(input) - target * input
    else:
        loss = input - target * tf.math.log(input + eps)
    if full:  # Stirling's approximation of log(target!)
        log = tf.math.log(tf.maximum(target, 1))
        stirling = target * log - target + 0.5 * (math.log(2 * math.pi) + log)
        loss += tf.where(target > 1, stirling, tf.zeros_like(stirling))
    return loss


@port("torch.nn.functional.poisson_nll_loss")
def poisson_nll_loss(
    input: PromotedFloat,
    target: PromotedFloat,
    log_input=True,
    full=False,
    *,
    eps=1e-8,
    reduction="mean",
) -> Scalar | Scalar | Broadcast:
    """The negative log-likelihood of Poisson's distribution.

    >>> F.poisson_nll_loss(x, y)
    >>> F.poisson_nll_loss(x * x, y, False, True)
    >>> F.poisson_nll_loss(x, 3 * y, full=True, reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(poisson_nll(input, target, log_input=log_input, full=full, eps=eps))
    if reduction == "sum":
        return tf.reduce_sum(poisson_nll(input, target, log_input=log_input, full=full, eps=eps))
    return poisson_nll(input, target, log_input=log_input, full=full, eps=eps)


@block
def gaussian_nll(input, target, var, full=False, eps=1e-6):
    """The negative log-likelihood of normal distributions, element by element."""
    var = tf.convert_to_tensor(var, input.dtype)
    if 0 < var.shape.rank < input.shape.rank:
        var = tf.expand_dims(var, -1)
    var += tf.stop_gradient(tf.maximum(var, eps) - var)  # the gradient does not know the limit
    loss = 0.5 * (tf.math.log(var) + tf.square(input - target) / var)
    return loss + 0.5 * math.log(2 * math.pi) if full else loss


@port("torch.nn.functional.gaussian_nll_loss")
def gaussian_nll_loss(
    input: Tensor, target: Tensor, var, full=False, eps=1e-6, reduction="mean"
) -> Scalar | Scalar | Broadcast:
    """The negative log-likelihood of normal distributions.

    >>> F.gaussian_nll_loss(x, y, q * q)
    >>> F.gaussian_nll_loss(x, y, q[:, 0] * q[:, 0], full=True)
    >>> F.gaussian_nll_loss(x, y, 0.5, reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(gaussian_nll(input, target, var, full=full, eps=eps))
    if reduction == "sum":
        return tf.reduce_sum(gaussian_nll(input, target, var, full=full, eps=eps))
    return gaussian_nll(input, target, var, full=full, eps=eps)


@port("torch.nn.functional.soft_margin_loss")
def soft_margin_loss(
    input: Promoted, target: Promoted, *, reduction="mean"
) -> Scalar | Scalar | Broadcast:
    """log(1 + exp(-target * input)).

    >>> F.soft_margin_loss(x, torch.sign(y))
    >>> F.soft_margin_loss(x, torch.sign(y), reduction="none")
    """
    if reduction == "mean":
        return tf.reduce_mean(tf.math.log1p(tf.exp(-target * input)))
    if reduction == "sum":
        return tf.reduce_sum(tf.math.log1p(tf.exp(-target * input)))
    return tf.math.log1p(tf.exp(-target * input))
