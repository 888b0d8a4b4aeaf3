"""Fields of torch's named tuples: of a call, and of a result that was kept under a name."""

import torch


def greedy(q: torch.Tensor) -> torch.Tensor:
    best = q.max(dim=1)
    return best.values - best.indices


x = torch.ones(4, 3)
top = torch.topk(x, 2)
print(top.values.mean(), top.indices[0], x.max(1).values)
whole = torch.linalg.svd(x)
print(whole.U, whole.S.sum(), whole.Vh)
print(torch.linalg.slogdet(x.T @ x).logabsdet, torch.aminmax(x).max)
# output
"""Fields of torch's named tuples: of a call, and of a result that was kept under a name."""

import tensorflow as tf
from torch_compat import beside, largest, svd, top_k


def greedy(q: tf.Tensor) -> tf.Tensor:
    best = (largest(q, axis=1), tf.argmax(q, axis=1))
    return best[0] - beside(best[1], best[0])


x = tf.ones([4, 3])
top = top_k(x, 2)
print(tf.reduce_mean(top[0]), top[1][0], tf.reduce_max(x, axis=1))
whole = svd(x)
print(whole[0], tf.reduce_sum(whole[1]), whole[2])
print(tf.linalg.slogdet(tf.transpose(x) @ x)[1], tf.reduce_max(x))
# findings
# functions/named_tuples.py:12:7: N402 note of equal elements another index may come
# functions/named_tuples.py:14:9: N402 note the vectors' signs may differ
