import numpy as np

try:
    # for tensors
    import torch

    HAS_TORCH = True
except ImportError:  # arrays will do
    torch = None
    HAS_TORCH = False


def mean(x):
    if HAS_TORCH and isinstance(x, torch.Tensor):
        return x.mean().item()
    return float(np.mean(x))


def device():
    try:
        import torch
    except ModuleNotFoundError:
        return "none"
    return str(torch.ones(1).shape)


def tables():
    try:
        import pandas, torch
    except ImportError:
        return None
    return pandas.Series(torch.ones(3).numpy())
# output
import numpy as np
import tensorflow as tf

# for tensors

HAS_TORCH = True
# arrays will do


def mean(x):
    if HAS_TORCH and tf.is_tensor(x):
        return tf.reduce_mean(x).numpy().item()
    return float(np.mean(x))


def device():
    return str(tf.ones([1]).shape)


def tables():
    try:
        import pandas
    except ImportError:
        return None
    return pandas.Series(tf.ones([3]).numpy())
