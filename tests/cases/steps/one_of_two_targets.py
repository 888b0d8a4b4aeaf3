"""A target that one of two conditions computes: with a third mode Python has none either."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class DQN:
    def __init__(self, mode):
        self.mode = mode
        self.net, self.target = nn.Linear(3, 2), nn.Linear(3, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.05)

    def train(self, obs, act, rew, nxt):
        q = self.net(obs).gather(1, act.unsqueeze(1)).squeeze(1)
        if self.mode == "dqn":
            best = self.target(nxt).max(1)[0]
        elif self.mode == "double":
            chosen = self.net(nxt).argmax(1, keepdim=True)
            best = self.target(nxt).gather(1, chosen).squeeze(1)
        loss = F.mse_loss(q, (rew + 0.9 * best).detach())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


obs = torch.cos(torch.arange(12, dtype=torch.float32)).reshape(4, 3)
act, rew = torch.tensor([0, 1, 1, 0]), torch.tensor([1.0, 0.0, 2.0, -1.0])
for mode in ("dqn", "double", "other"):
    agent = DQN(mode)
    for net in (agent.net, agent.target):
        for p in net.parameters():
            p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape))
    try:
        for _ in range(3):
            print(mode, round(agent.train(obs, act, rew, obs.flip(0)), 4))
    except UnboundLocalError:
        print(mode, "has no target")
# output
"""A target that one of two conditions computes: with a third mode Python has none either."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class DQN:
    def __init__(self, mode):
        self.mode = mode
        self.net, self.target = Linear(3, 2), Linear(3, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=0.05)

    def train(self, obs, act, rew, nxt):
        loss = self._train_body(obs, act, rew, nxt)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, obs, act, rew, nxt):
        with tf.GradientTape() as tape:
            q = tf.gather(self.net(obs), act, batch_dims=1)
            if self.mode == "dqn":
                best = tf.reduce_max(self.target(nxt), axis=1)
            elif self.mode == "double":
                chosen = tf.expand_dims(tf.argmax(self.net(nxt), axis=1), 1)
                best = tf.squeeze(tf.gather(self.target(nxt), chosen, batch_dims=1), axis=1)
            loss = tf.reduce_mean(tf.square(q - tf.stop_gradient(rew + 0.9 * best)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


obs = tf.reshape(tf.cos(tf.range(12, dtype=tf.float32)), [4, 3])
act, rew = tf.constant([0, 1, 1, 0], tf.int64), tf.constant([1.0, 0.0, 2.0, -1.0])


@one_op
@tf.function
def update_parameters(net):
    for p in net.trainable_variables:
        p.assign(tf.reshape(tf.sin(tf.range(p.shape.num_elements(), dtype=tf.float32)), p.shape))


for mode in ("dqn", "double", "other"):
    agent = DQN(mode)
    for net in (agent.net, agent.target):
        update_parameters(net)
    try:
        for _ in range(3):
            print(mode, round(agent.train(obs, act, rew, tf.reverse(obs, [0])), 4))
    except UnboundLocalError:
        print(mode, "has no target")
