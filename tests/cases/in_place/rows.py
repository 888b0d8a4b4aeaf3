import torch


def project(probs: torch.Tensor, low: torch.Tensor, up: torch.Tensor, weight: torch.Tensor):
    target = torch.zeros_like(probs)
    # every sample has its own atoms
    for i in range(target.size(0)):
        target[i].index_add_(0, low[i].long(), weight[i])  # below
        target[i].index_add_(0, up[i].long(), probs[i])
    return target


def only_some(probs: torch.Tensor, low: torch.Tensor, n: int):
    target = torch.zeros_like(probs)
    for i in range(n):
        target[i].index_add_(0, low[i].long(), probs[i])
    return target


def of_itself(probs: torch.Tensor, low: torch.Tensor):
    target = torch.ones_like(probs)
    for i in range(len(target)):
        target[i].index_add_(0, low[i].long(), target[i])
    return target
# output
import tensorflow as tf
from torch_compat import index_add_rows, replaced


def project(probs: tf.Tensor, low: tf.Tensor, up: tf.Tensor, weight: tf.Tensor):
    target = tf.zeros_like(probs)
    # every sample has its own atoms
    target = index_add_rows(target, tf.cast(low, tf.int64), weight)  # below
    target = index_add_rows(target, tf.cast(up, tf.int64), probs)
    return target


def only_some(probs: tf.Tensor, low: tf.Tensor, n: int):
    target = tf.zeros_like(probs)
    for i in range(n):
        target = replaced(
            target,
            lambda target: target[i],
            tf.tensor_scatter_nd_add(target[i], tf.cast(low[i], tf.int64)[:, tf.newaxis], probs[i]),
        )
    return target


def of_itself(probs: tf.Tensor, low: tf.Tensor):
    target = tf.ones_like(probs)
    for i in range(len(target)):
        target = replaced(
            target,
            lambda target: target[i],
            tf.tensor_scatter_nd_add(
                target[i], tf.cast(low[i], tf.int64)[:, tf.newaxis], target[i]
            ),
        )
    return target
