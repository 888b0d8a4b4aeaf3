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


def chosen(actions: tf.Tensor, x: tf.Tensor):
    rows = tf.range(actions.shape[0], dtype=tf.int64)
    indices = tf.stack((rows, tf.squeeze(actions))).numpy().tolist()
    hot = tf.zeros([4, 12])
    # porter: P102 the index is a list of lists, which torch takes for a tuple: write tuple(…)
    hot[indices] = 1.0
    picked = tf.gather(x, rows.numpy().tolist())
    # porter: P102 the index is a list of lists, which torch takes for a tuple: write tuple(…)
    return hot, x[indices], picked
# findings
# subscripts/list_of_lists.py:8:5: P102 error the index is a list of lists, which torch takes for a tuple: write tuple(…) -> use tf.tensor_scatter_nd_update
# subscripts/list_of_lists.py:10:17: P102 error the index is a list of lists, which torch takes for a tuple: write tuple(…) -> use tf.gather or tf.gather_nd
