import torch


def chosen(actions: torch.Tensor, x: torch.Tensor):
    rows = torch.arange(actions.shape[0])
    indices = torch.stack((rows, actions.squeeze()), dim=0).tolist()
    hot = torch.zeros(4, 12)
    hot[indices] = 1.0
    picked = x[rows.tolist()]
    return hot, x[indices], picked
# output
import tensorflow as tf
from torch_compat import at, replaced


def chosen(actions: tf.Tensor, x: tf.Tensor):
    rows = tf.range(actions.shape[0], dtype=tf.int64)
    indices = tf.stack((rows, tf.squeeze(actions))).numpy().tolist()
    hot = tf.zeros([4, 12])
    hot = replaced(hot, lambda hot: at(hot)[indices], 1.0)
    picked = tf.gather(x, rows.numpy().tolist())
    return hot, at(x)[indices], picked
