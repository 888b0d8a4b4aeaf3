"""A network without forward(): two entry methods, its own optimizer and its own memory."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ActorCritic(nn.Module):
    def __init__(self):
        super(ActorCritic, self).__init__()
        self.data = []

        self.fc1 = nn.Linear(4, 32)
        self.fc_pi = nn.Linear(32, 2)
        self.fc_v = nn.Linear(32, 1)
        self.optimizer = optim.Adam(self.parameters(), lr=2e-3)

    def pi(self, x, softmax_dim=0):
        x = F.relu(self.fc1(x))
        return F.softmax(self.fc_pi(x), dim=softmax_dim)

    def v(self, x):
        x = F.relu(self.fc1(x))
        return self.fc_v(x)

    def put_data(self, transition):
        self.data.append(transition)

    def make_batch(self):
        s_lst, a_lst, r_lst, s_prime_lst = [], [], [], []
        for s, a, r, s_prime in self.data:
            s_lst.append(s)
            a_lst.append([a])
            r_lst.append([r / 10.0])
            s_prime_lst.append(s_prime)
        s, a = torch.tensor(np.array(s_lst), dtype=torch.float), torch.tensor(a_lst)
        r = torch.tensor(r_lst, dtype=torch.float)
        s_prime = torch.tensor(np.array(s_prime_lst), dtype=torch.float)
        self.data = []
        return s, a, r, s_prime

    def train_net(self):
        s, a, r, s_prime = self.make_batch()
        target = r + 0.98 * self.v(s_prime)
        delta = target - self.v(s)

        pi_a = self.pi(s, softmax_dim=1).gather(1, a)
        loss = -torch.log(pi_a) * delta.detach() + F.smooth_l1_loss(self.v(s), target.detach())
        self.optimizer.zero_grad()
        loss.mean().backward()
        self.optimizer.step()


model = ActorCritic()
rng = np.random.RandomState(0)
for update in range(4):
    for _ in range(6):
        model.put_data((rng.randn(4), int(rng.randint(2)), rng.rand(), rng.randn(4)))
    model.train_net()
print(model.v(torch.ones(4)).item())
# output
"""A network without forward(): two entry methods, its own optimizer and its own memory."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, graph, one_op, smooth_l1


class ActorCritic(TorchModel):
    def __init__(self):
        super(ActorCritic, self).__init__()
        self.data = []

        self.fc1 = Linear(4, 32)
        self.fc_pi = Linear(32, 2)
        self.fc_v = Linear(32, 1)
        self.optimizer = Adam(self.trainable_variables, lr=2e-3)

    def pi(self, x, softmax_dim=0):
        x = tf.nn.relu(self.fc1(x))
        return tf.nn.softmax(self.fc_pi(x), axis=softmax_dim)

    def v(self, x):
        x = tf.nn.relu(self.fc1(x))
        return self.fc_v(x)

    def put_data(self, transition):
        self.data.append(transition)

    def make_batch(self):
        s_lst, a_lst, r_lst, s_prime_lst = [], [], [], []
        for s, a, r, s_prime in self.data:
            s_lst.append(s)
            a_lst.append([a])
            r_lst.append([r / 10.0])
            s_prime_lst.append(s_prime)
        s, a = from_array(np.array(s_lst), tf.float32), tf.constant(a_lst, tf.int64)
        r = tf.constant(r_lst, tf.float32)
        s_prime = from_array(np.array(s_prime_lst), tf.float32)
        self.data = []
        return s, a, r, s_prime

    def train_net(self):
        s, a, r, s_prime = self.make_batch()
        self._train_net_body(s, a, r, s_prime)

    @one_op
    @tf.function(reduce_retracing=True)
    def _train_net_body(self, s, a, r, s_prime):
        target = r + 0.98 * self.v(s_prime)
        delta = target - self.v(s)

        with tf.GradientTape() as tape:
            pi_a = tf.gather(self.pi(s, softmax_dim=1), a, batch_dims=1)
            loss = (
                -tf.math.log(pi_a) * tf.stop_gradient(delta)
                + tf.reduce_mean(smooth_l1(self.v(s) - tf.stop_gradient(target)))
            )
            total_loss = tf.reduce_mean(loss)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)


model = ActorCritic()
rng = np.random.RandomState(0)
for update in range(4):
    for _ in range(6):
        model.put_data((rng.randn(4), int(rng.randint(2)), rng.rand(), rng.randn(4)))
    model.train_net()
print(graph(model.v)(tf.ones([4])).numpy().item())
