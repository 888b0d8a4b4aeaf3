import torch


def whole(x: torch.Tensor | float, entry):
    if isinstance(x, torch.Tensor):
        return x + 1
    return entry[()]
# output
import tensorflow as tf


def whole(x: tf.Tensor | float, entry):
    if tf.is_tensor(x):
        return x + 1
    return entry[()]
