import torch
import torch.nn as nn
import torch.multiprocessing as mp


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return self.fc(x)


def train(rank, shared, steps):
    local = Policy()
    optimizer = torch.optim.Adam(shared.parameters(), lr=0.05)
    target = torch.arange(8.0).reshape(4, 2) + rank
    for _ in range(steps):
        local.load_state_dict(shared.state_dict())
        x = torch.linspace(-1, 1, 12).reshape(4, 3)
        loss = (local(x) - target).pow(2).mean()
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        nn.utils.clip_grad_norm_(local.parameters(), 0.5)
        # push
        for local_param, shared_param in zip(local.parameters(), shared.parameters()):
            shared_param._grad = local_param.grad
        optimizer.step()


def push(model, shared_model):
    """Hand the gradients over."""
    for param, shared_param in zip(model.parameters(), shared_model.parameters()):
        if shared_param.grad is not None:
            return
        shared_param._grad = param.grad


def refresh(local, shared, optimizer, x):
    loss = local(x).pow(2).mean()
    local.zero_grad()
    optimizer.zero_grad()
    loss.backward()
    push(local, shared)
    optimizer.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    shared = Policy()
    shared.share_memory()
    train(0, shared, 5)
    own = torch.optim.SGD(shared.parameters(), lr=0.1)
    local = Policy()
    for _ in range(3):
        refresh(local, shared, own, torch.ones(2, 3))
    processes = [mp.Process(target=train, args=(rank, shared, 0)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    SGD,
    Adam,
    Linear,
    TorchModel,
    WorkerThread,
    clip_grad_norm,
    grads_for,
    one_op,
)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 2)

    def call(self, x):
        return self.fc(x)


@one_op
@tf.function
def train_body(shared, local, optimizer, target):
    for weight, value in zip(local.weights, shared.weights):
        weight.assign(value)
    x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(local(x) - target))
    grads = tape.gradient(loss, local.trainable_variables)
    grads = clip_grad_norm(grads, 0.5)
    # push
    optimizer.apply(grads)


def train(rank, shared, steps):
    local = Policy()
    optimizer = Adam(shared.trainable_variables, lr=0.05)
    target = tf.reshape(tf.constant(np.arange(8.0), tf.float32), [4, 2]) + rank
    for _ in range(steps):
        train_body(shared, local, optimizer, target)


@one_op
@tf.function
def refresh_body(local, shared, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(local(x)))
    grads = tape.gradient(loss, local.trainable_variables)
    optimizer.apply(grads_for(optimizer, shared.trainable_variables, grads))


def refresh(local, shared, optimizer, x):
    refresh_body(local, shared, optimizer, x)


if __name__ == "__main__":
    tf.random.set_seed(0)
    shared = Policy()
    train(0, shared, 5)
    own = SGD(shared.trainable_variables, lr=0.1)
    local = Policy()
    for _ in range(3):
        refresh(local, shared, own, tf.ones([2, 3]))
    processes = [WorkerThread(target=train, args=(rank, shared, 0)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
# findings
# processes/transplant.py:58:18: N402 note workers are threads of one process: they share Python's globals and its random numbers, and an error in one ends the program
