"""Bounds whose order shows: clip_by_value gives the lower one where they are crossed."""

import torch
eps=0.2
class A:
    v_min=-1; v_max=1
args=A()
def f(x: torch.Tensor):
    y = torch.clamp(x, 1 - eps, 1 + eps)
    z = x.clamp(args.v_min, args.v_max)
    w = x.clamp(1e-5, 1 - 1e-5)
    return y.mean().item() + z.sum().item() + w.max().item()
print(f(torch.ones(3)))
# output
"""Bounds whose order shows: clip_by_value gives the lower one where they are crossed."""

import tensorflow as tf
eps=0.2
class A:
    v_min=-1; v_max=1
args=A()
def f(x: tf.Tensor):
    y = tf.clip_by_value(x, 1 - eps, 1 + eps)
    z = tf.clip_by_value(x, args.v_min, args.v_max)
    w = tf.clip_by_value(x, 1e-5, 1 - 1e-5)
    return (
        tf.reduce_mean(y).numpy().item()
        + tf.reduce_sum(z).numpy().item()
        + tf.reduce_max(w).numpy().item()
    )
print(f(tf.ones([3])))
