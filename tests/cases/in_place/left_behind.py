import torch


def targets(errors: torch.Tensor, rewards: torch.Tensor, kept):
    scaled = 2.0 * errors
    reward = scaled.detach()
    reward += rewards  # nobody reads `scaled` again
    doubled = 2.0 * errors
    print(doubled.mean())
    other = doubled.detach()
    other += rewards
    return reward, other


def refused(errors: torch.Tensor, rewards: torch.Tensor):
    scaled = 2.0 * errors
    reward = scaled.detach()
    reward += rewards
    return reward, scaled


def refused_too(errors: torch.Tensor, rewards: torch.Tensor):
    scaled = errors
    reward = scaled.detach()
    reward += rewards
    return reward
# output
import tensorflow as tf


def targets(errors: tf.Tensor, rewards: tf.Tensor, kept):
    scaled = 2.0 * errors
    reward = tf.stop_gradient(scaled)
    reward += rewards  # nobody reads `scaled` again
    doubled = 2.0 * errors
    print(tf.reduce_mean(doubled))
    other = tf.stop_gradient(doubled)
    other += rewards
    return reward, other


def refused(errors: tf.Tensor, rewards: tf.Tensor):
    scaled = 2.0 * errors
    reward = tf.stop_gradient(scaled)
    # porter: P102 changed in place: reward may be another name of a tensor that is held elsewhere
    reward += rewards
    return reward, scaled


def refused_too(errors: tf.Tensor, rewards: tf.Tensor):
    scaled = errors
    reward = tf.stop_gradient(scaled)
    # porter: P102 changed in place: reward may be another name of a tensor that is held elsewhere
    reward += rewards
    return reward
# findings
# in_place/left_behind.py:18:5: P102 error changed in place: reward may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/left_behind.py:25:5: P102 error changed in place: reward may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
