"""A3C: workers with networks of their own give their gradients to a shared one."""

import numpy as np
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 16)
        self.fc_pi = nn.Linear(16, 2)
        self.fc_v = nn.Linear(16, 1)

    def pi(self, x):
        return F.softmax(self.fc_pi(F.relu(self.fc1(x))), dim=1)

    def v(self, x):
        return self.fc_v(F.relu(self.fc1(x)))


def train(global_model, rank):
    local_model = ActorCritic()
    local_model.load_state_dict(global_model.state_dict())
    optimizer = optim.Adam(global_model.parameters(), lr=1e-3)
    rng = np.random.RandomState(rank)
    for _ in range(3):
        s = torch.tensor(rng.randn(6, 4), dtype=torch.float)
        a = torch.tensor(rng.randint(2, size=(6, 1)))
        td_target = torch.tensor(rng.rand(6, 1), dtype=torch.float)
        advantage = td_target - local_model.v(s)
        pi_a = local_model.pi(s).gather(1, a)
        loss = -torch.log(pi_a) * advantage.detach() + F.smooth_l1_loss(local_model.v(s), td_target)

        optimizer.zero_grad()
        local_model.zero_grad()
        loss.mean().backward()
        for global_param, local_param in zip(global_model.parameters(), local_model.parameters()):
            global_param._grad = local_param.grad
        optimizer.step()
        local_model.load_state_dict(global_model.state_dict())


if __name__ == "__main__":
    global_model = ActorCritic()
    for i, param in enumerate(global_model.parameters()):
        param.data.fill_(0.1 * (i + 1))
    global_model.share_memory()
    processes = []
    for rank in range(1):
        p = mp.Process(target=train, args=(global_model, rank))
        p.start()
        processes.append(p)
    for p in processes:
        p.join()
    print(global_model.v(torch.ones(1, 4)).item())
# output
"""A3C: workers with networks of their own give their gradients to a shared one."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    TorchModel,
    WorkerThread,
    from_array,
    graph,
    one_op,
    smooth_l1,
)


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(4, 16)
        self.fc_pi = Linear(16, 2)
        self.fc_v = Linear(16, 1)

    def pi(self, x):
        return tf.nn.softmax(self.fc_pi(tf.nn.relu(self.fc1(x))), axis=1)

    def v(self, x):
        return self.fc_v(tf.nn.relu(self.fc1(x)))


@one_op
@tf.function
def train_body(global_model, local_model, optimizer, s, a, td_target):
    advantage = td_target - local_model.v(s)
    with tf.GradientTape() as tape:
        pi_a = tf.gather(local_model.pi(s), a, batch_dims=1)
        loss = (
            -tf.math.log(pi_a) * tf.stop_gradient(advantage)
            + tf.reduce_mean(smooth_l1(local_model.v(s) - td_target))
        )
        total_loss = tf.reduce_mean(loss)

    grads = tape.gradient(total_loss, local_model.trainable_variables)
    optimizer.apply(grads)
    for weight, value in zip(local_model.weights, global_model.weights):
        weight.assign(value)


def train(global_model, rank):
    local_model = ActorCritic()
    local_model.set_weights(global_model.get_weights())
    optimizer = Adam(global_model.trainable_variables, lr=1e-3)
    rng = np.random.RandomState(rank)
    for _ in range(3):
        s = from_array(rng.randn(6, 4), tf.float32)
        a = from_array(rng.randint(2, size=(6, 1)))
        td_target = from_array(rng.rand(6, 1), tf.float32)
        train_body(global_model, local_model, optimizer, s, a, td_target)


if __name__ == "__main__":
    global_model = ActorCritic()
    for i, param in enumerate(global_model.trainable_variables):
        param.assign(tf.fill(param.shape, 0.1 * (i + 1)))
    processes = []
    for rank in range(1):
        p = WorkerThread(target=train, args=(global_model, rank))
        p.start()
        processes.append(p)
    for p in processes:
        p.join()
    print(graph(global_model.v)(tf.ones([1, 4])).numpy().item())
# findings
# agents/workers.py:54:13: N402 note workers are threads of one process: they share Python's globals and its random numbers, and an error in one ends the program
