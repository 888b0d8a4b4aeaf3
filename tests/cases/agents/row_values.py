"""ACER's targets: a Python loop over rows, which wants a number at each turn."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 16)
        self.fc_pi = nn.Linear(16, 2)
        self.fc_q = nn.Linear(16, 2)

    def pi(self, x):
        return F.softmax(self.fc_pi(F.relu(self.fc1(x))), dim=1)

    def q(self, x):
        return self.fc_q(F.relu(self.fc1(x)))


def train(model, optimizer, memory, gamma=0.98):
    s, a, r, prob, done_mask, is_first = memory.sample()

    q = model.q(s)
    q_a = q.gather(1, a)
    pi = model.pi(s)
    v = (q * pi).sum(1).unsqueeze(1).detach()
    rho_bar = (pi.detach() / prob).gather(1, a).clamp(max=1.0)

    # from the last step to the first
    q_ret = v[-1] * done_mask[-1]
    targets = []
    # each sequence begins with the value behind it
    for i in reversed(range(len(r))):
        q_ret = r[i] + gamma * q_ret
        targets.append(q_ret.item())
        q_ret = rho_bar[i] * (q_ret - q_a[i]) + v[i]
        if is_first[i] and i != 0:
            q_ret = v[i - 1] * done_mask[i - 1]
    targets.reverse()
    q_ret = torch.tensor(targets, dtype=torch.float).unsqueeze(1)

    loss = -rho_bar * torch.log(pi.gather(1, a)) * (q_ret - v) + F.smooth_l1_loss(q_a, q_ret)
    optimizer.zero_grad()
    loss.mean().backward()
    optimizer.step()


class Memory:
    def __init__(self):
        self.sequences = []

    def put(self, sequence):
        self.sequences.append(sequence)

    def sample(self):
        s_lst, a_lst, r_lst, prob_lst, done_lst, is_first_lst = [], [], [], [], [], []
        for sequence in self.sequences[-3:]:
            is_first = True
            for s, a, r, prob, done in sequence:
                s_lst.append(s)
                a_lst.append([a])
                r_lst.append(r)
                prob_lst.append(prob)
                done_lst.append(0.0 if done else 1.0)
                is_first_lst.append(is_first)
                is_first = False
        s = torch.tensor(np.array(s_lst), dtype=torch.float)
        prob = torch.tensor(np.array(prob_lst), dtype=torch.float)
        return s, torch.tensor(a_lst), r_lst, prob, done_lst, is_first_lst


if __name__ == "__main__":
    model = ActorCritic()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    memory = Memory()
    rng = np.random.RandomState(0)
    for n in range(10):
        sequence = []
        for step in range(2 + n % 4):
            action, prob = int(rng.randint(2)), rng.dirichlet([2, 2])
            sequence.append((rng.randn(4), action, float(rng.rand()), prob, step == 3))
        memory.put(sequence)
        if n > 2:
            train(model, optimizer, memory)
# output
"""ACER's targets: a Python loop over rows, which wants a number at each turn."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op, smooth_l1


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(4, 16)
        self.fc_pi = Linear(16, 2)
        self.fc_q = Linear(16, 2)

    def pi(self, x):
        return tf.nn.softmax(self.fc_pi(tf.nn.relu(self.fc1(x))), axis=1)

    def q(self, x):
        return self.fc_q(tf.nn.relu(self.fc1(x)))


@one_op
@tf.function(reduce_retracing=True)
def train_body(model, optimizer, s, a, v, rho_bar, q_ret):
    with tf.GradientTape() as tape:
        q = model.q(s)
        q_a = tf.gather(q, a, batch_dims=1)
        pi = model.pi(s)

        loss = (
            -rho_bar * tf.math.log(tf.gather(pi, a, batch_dims=1)) * (q_ret - v)
            + tf.reduce_mean(smooth_l1(q_a - q_ret))
        )
        total_loss = tf.reduce_mean(loss)
    grads = tape.gradient(total_loss, optimizer.params)
    optimizer.apply(grads)


@one_op
@tf.function(reduce_retracing=True)
def train_forward(model, s, a, prob):
    q = model.q(s)
    q_a = tf.gather(q, a, batch_dims=1)
    pi = model.pi(s)
    v = tf.stop_gradient(tf.expand_dims(tf.reduce_sum(q * pi, axis=1), axis=1))
    rho_bar = tf.minimum(tf.gather(tf.stop_gradient(pi) / prob, a, batch_dims=1), 1.0)
    return q_a, v, rho_bar


def train(model, optimizer, memory, gamma=0.98):
    s, a, r, prob, done_mask, is_first = memory.sample()
    q_a, v, rho_bar = train_forward(model, s, a, prob)

    # from the last step to the first
    q_ret = v[-1] * done_mask[-1]
    targets = []
    # each sequence begins with the value behind it
    q_ret, rho_bar, q_a, v = q_ret.numpy(), rho_bar.numpy(), q_a.numpy(), v.numpy()
    for i in reversed(range(len(r))):
        q_ret = r[i] + gamma * q_ret
        targets.append(np.asarray(q_ret).item())
        q_ret = rho_bar[i] * (q_ret - q_a[i]) + v[i]
        if is_first[i] and i != 0:
            q_ret = v[i - 1] * done_mask[i - 1]
    targets.reverse()
    q_ret = tf.expand_dims(tf.constant(targets, tf.float32), axis=1)
    train_body(model, optimizer, s, a, v, rho_bar, q_ret)


class Memory:
    def __init__(self):
        self.sequences = []

    def put(self, sequence):
        self.sequences.append(sequence)

    def sample(self):
        s_lst, a_lst, r_lst, prob_lst, done_lst, is_first_lst = [], [], [], [], [], []
        for sequence in self.sequences[-3:]:
            is_first = True
            for s, a, r, prob, done in sequence:
                s_lst.append(s)
                a_lst.append([a])
                r_lst.append(r)
                prob_lst.append(prob)
                done_lst.append(0.0 if done else 1.0)
                is_first_lst.append(is_first)
                is_first = False
        s = from_array(np.array(s_lst), tf.float32)
        prob = from_array(np.array(prob_lst), tf.float32)
        return s, tf.constant(a_lst, tf.int64), r_lst, prob, done_lst, is_first_lst


if __name__ == "__main__":
    model = ActorCritic()
    optimizer = Adam(model.trainable_variables, lr=1e-2)
    memory = Memory()
    rng = np.random.RandomState(0)
    for n in range(10):
        sequence = []
        for step in range(2 + n % 4):
            action, prob = int(rng.randint(2)), rng.dirichlet([2, 2])
            sequence.append((rng.randn(4), action, float(rng.rand()), prob, step == 3))
        memory.put(sequence)
        if n > 2:
            train(model, optimizer, memory)
