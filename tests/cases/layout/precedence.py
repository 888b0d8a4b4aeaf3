# A call that becomes an operator gets parentheses where its neighbours bind tighter.
import torch


def f(x: torch.Tensor, y: torch.Tensor, flag, device):
    a = torch.add(x, y) * 2
    b = -torch.add(x, y)
    c = torch.device("cuda" if flag else "cpu") == device
    d = torch.add(x, y) == y
    e = torch.add(x, y) if torch.device("cuda" if flag else "cpu") else x
    g = not (torch.add(x, y) == x)
    h = torch.add(x, y)[0]
    i = 2 * torch.add(x, y) + torch.add(x, y) ** 2
    j = (torch.add(x, y) * torch.add(x, y)).sum()
    k = x.float() @ torch.add(x, y)
    return f"{torch.add(x, y) * 2}", [*torch.add(x, y)]
# output
# A call that becomes an operator gets parentheses where its neighbours bind tighter.
import keras
import tensorflow as tf


def f(x: tf.Tensor, y: tf.Tensor, flag, device):
    a = (x + y) * 2
    b = -(x + y)
    c = ("cuda" if flag else "cpu") == device
    d = x + y == y
    e = x + y if ("cuda" if flag else "cpu") else x
    g = not (x + y == x)
    h = (x + y)[0]
    i = 2 * (x + y) + (x + y) ** 2
    j = tf.reduce_sum((x + y) * (x + y))
    k = keras.ops.matmul(tf.cast(x, tf.float32), x + y)
    return f"{(x + y) * 2}", [*tf.unstack(x + y)]
