import torch


def losses(values: torch.Tensor, rewards, dones):
    rewards = torch.tensor(rewards, dtype=torch.float32)
    dones = torch.tensor(dones, dtype=torch.uint8)
    steps = torch.arange(5)
    done = rewards > 0
    late = steps == 4.0
    both = (rewards > 0) * (steps > 1) + late
    scale = torch.tensor(0.5, dtype=torch.float64)
    target = rewards + 0.99 * (1 - dones) * rewards
    exact = scale * rewards, scale * steps, steps / 2, steps * True == True
    masked = done * values, ~done & (steps << 1 > 2), +rewards
    return target, both, exact, masked, done.float() * scale, values // 2, rewards // steps
# output
import operator

import tensorflow as tf
from torch_compat import floor_quotient, from_array, promoted


def losses(values: tf.Tensor, rewards, dones):
    rewards = from_array(rewards, tf.float32)
    dones = from_array(dones, tf.uint8)
    steps = tf.range(5, dtype=tf.int64)
    done = rewards > 0
    late = tf.cast(steps, tf.float32) == 4.0
    both = ((rewards > 0) & (steps > 1)) | late
    scale = tf.constant(0.5, tf.float64)
    target = rewards + 0.99 * tf.cast(1 - dones, tf.float32) * rewards
    exact = (
        promoted(operator.mul, scale, rewards),
        scale * tf.cast(steps, tf.float64),
        tf.cast(steps, tf.float32) / 2,
        steps * True == 1,
    )
    masked = (
        tf.cast(done, values.dtype) * values,
        ~done & (tf.bitwise.left_shift(steps, 1) > 2),
        rewards,
    )
    return (
        target,
        both,
        exact,
        masked,
        promoted(operator.mul, tf.cast(done, tf.float32), scale),
        values // 2,
        floor_quotient(rewards, tf.cast(steps, tf.float32)),
    )
