"""Lists and arrays that the update's statements make tensors of: the host makes them."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def wrapped(array, dtype=np.float32):
    if array.dtype != dtype:
        array = array.astype(dtype)
    return torch.from_numpy(array)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)

    def forward(self, s):
        return F.log_softmax(self.out(s), dim=1)

    def loss(self, s, a, weights):
        return -(self(s).gather(1, a.unsqueeze(1)).squeeze(1) * weights).mean()


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
rng = np.random.RandomState(0)


def learn(states, actions, returns):
    optimizer.zero_grad()
    loss = policy.loss(
        wrapped(np.vstack(states)),
        wrapped(np.array(actions), dtype=np.int64) if len(actions) else wrapped(np.zeros(0)),
        weights=torch.as_tensor(returns, dtype=torch.float32),
    )
    loss.backward()
    optimizer.step()
    return loss


def imitate(states, actions):
    scores = policy(torch.stack(states))
    chosen = [int(a) for a in actions]
    optimizer.zero_grad()
    F.nll_loss(scores, torch.tensor(chosen)).backward()
    optimizer.step()
    best = scores.argmax(1).tolist()
    optimizer.zero_grad()
    F.nll_loss(policy(torch.stack(states)), torch.tensor(best)).backward()
    optimizer.step()


for episode in range(4):
    states, actions, returns = [], [], []
    while len(states) < 2 + episode:
        states.append(rng.randn(3))
        actions.append(rng.randint(2))
        returns.append(float(rng.rand()))
    print(learn(states, actions, returns).item())
    imitate([torch.from_numpy(s).float() for s in states], actions)
# output
"""Lists and arrays that the update's statements make tensors of: the host makes them."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    TorchModel,
    classes_last,
    from_array,
    loss_of_classes,
    one_op,
    tensor_of,
)


def wrapped(array, dtype=np.float32):
    if array.dtype != dtype:
        array = array.astype(dtype)
    return from_array(array)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.out = Linear(3, 2)

    def call(self, s):
        return tf.nn.log_softmax(self.out(s), axis=1)

    def loss_(self, s, a, weights):
        return -tf.reduce_mean(tf.gather(self(s), a, batch_dims=1) * weights)


policy = Policy()
optimizer = Adam(policy.trainable_variables, lr=0.01)
rng = np.random.RandomState(0)


@one_op
@tf.function(reduce_retracing=True)
def learn_body(s, a, weights):
    with tf.GradientTape() as tape:
        loss = policy.loss_(
            s,
            a,
            weights=weights,
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def learn(states, actions, returns):
    loss = learn_body(
        wrapped(np.vstack(states)),
        wrapped(np.array(actions), dtype=np.int64) if len(actions) else wrapped(np.zeros(0)),
        tf.constant(returns, tf.float32),
    )
    return loss


@one_op
@tf.function(reduce_retracing=True)
def imitate_body(states, chosen):
    with tf.GradientTape() as tape:
        scores = policy(states)
        total_loss = loss_of_classes(classes_last(scores), chosen)
    grads = tape.gradient(total_loss, optimizer.params)
    optimizer.apply(grads)
    return scores


@one_op
@tf.function(reduce_retracing=True)
def imitate_body_2(states, best):
    with tf.GradientTape() as tape:
        total_loss = loss_of_classes(classes_last(policy(states)), best)
    grads = tape.gradient(total_loss, optimizer.params)
    optimizer.apply(grads)


def imitate(states, actions):
    chosen = [int(a) for a in actions]
    scores = imitate_body(tf.stack(states), tf.constant(chosen, tf.int64))
    best = tf.argmax(scores, axis=1).numpy().tolist()
    imitate_body_2(tf.stack(states), tensor_of(best))


for episode in range(4):
    states, actions, returns = [], [], []
    while len(states) < 2 + episode:
        states.append(rng.randn(3))
        actions.append(rng.randint(2))
        returns.append(float(rng.rand()))
    print(learn(states, actions, returns).numpy().item())
    imitate([from_array(s, tf.float32) for s in states], actions)
# findings
# steps/data_of_python.py:34:12: N401 note loss is called loss_: Keras reserves the name
