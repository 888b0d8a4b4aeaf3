"""Callers disagree about dtypes: torch promotes, TensorFlow does not."""

import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)


class Scaler:
    """Of numbers, whole numbers and floats, whoever comes first."""

    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return x * self.k + 1


def product(x, y):
    return x * y


def chosen(mask, a, b):
    return torch.where(mask, a, b), torch.cat([a, b]), torch.stack([a, b]).sum(0)


whole, real = torch.tensor([1, 2, 3]), torch.tensor([0.5, 1.0, 1.5])
scaler = Scaler(torch.tensor(2))
print(scaler(whole).tolist())
print(Scaler(real)(whole).tolist(), Scaler(0.5)(real).tolist(), Scaler(3)(whole).tolist())
print(product(whole, 2).tolist(), product(3, 0.5), product(np.ones(2), 2).tolist())
print(product(whole, real).tolist(), (product(whole, whole) / 2).tolist())
for a, b in ((whole, real), (real, whole), (whole, whole)):
    print([x.tolist() for x in chosen(whole > 1, a, b)], (a < b).tolist())

grid = torch.from_numpy(np.linspace(0, 1, 3))
steps = torch.from_numpy(np.arange(3))
print((grid - torch.zeros(3)).dtype, (steps * real).tolist(), (grid * steps).tolist())

returns = np.array([1.0, 2.0, 4.0])
for value in (returns - returns.mean()) / returns.std():
    loss = -(net(torch.ones(1, 3)) * value).sum() + (net(real) * 0.1).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# output
"""Callers disagree about dtypes: torch promotes, TensorFlow does not."""

import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, from_array, one_op, promoted, together

tf.random.set_seed(0)
net = Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.05)


class Scaler:
    """Of numbers, whole numbers and floats, whoever comes first."""

    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return promoted(operator.mul, x, self.k) + 1


def product(x, y):
    return promoted(operator.mul, x, y)


def chosen(mask, a, b):
    return (
        tf.where(mask, *together(a, b)),
        tf.concat(together(a, b), axis=0),
        tf.reduce_sum(tf.stack(together(a, b)), axis=0),
    )


whole, real = tf.constant([1, 2, 3], tf.int64), tf.constant([0.5, 1.0, 1.5])
scaler = Scaler(tf.constant(2, tf.int64))
print(scaler(whole).numpy().tolist())
print(
    Scaler(real)(whole).numpy().tolist(),
    Scaler(0.5)(real).numpy().tolist(),
    Scaler(3)(whole).numpy().tolist(),
)
print(
    np.asarray(product(whole, 2)).tolist(),
    product(3, 0.5),
    np.asarray(product(np.ones(2), 2)).tolist(),
)
print(
    np.asarray(product(whole, real)).tolist(),
    np.asarray(promoted(operator.truediv, product(whole, whole), 2)).tolist(),
)
for a, b in ((whole, real), (real, whole), (whole, whole)):
    print(
        [x.numpy().tolist() for x in chosen(whole > 1, a, b)],
        promoted(operator.lt, a, b).numpy().tolist(),
    )

grid = from_array(np.linspace(0, 1, 3))
steps = from_array(np.arange(3))
print(
    (grid - tf.cast(tf.zeros([3]), tf.float64)).dtype,
    (tf.cast(steps, tf.float32) * real).numpy().tolist(),
    (grid * tf.cast(steps, tf.float64)).numpy().tolist(),
)

returns = np.array([1.0, 2.0, 4.0])


@one_op
@tf.function
def train_body(value):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_sum(net(tf.ones([1, 3])) * value) + tf.reduce_sum(net(real) * 0.1)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for value in (returns - returns.mean()) / returns.std():
    loss = train_body(tf.convert_to_tensor(value, tf.float32))
    print(loss.numpy().item())
