"""A second update needs noise and numbers of Python's: both updates are graphs, in their order."""

import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.hidden = nn.Linear(n_in, 16)
        self.out = nn.Linear(16, n_out)

    def forward(self, x):
        return self.out(F.elu(self.hidden(x)))


class Agent:
    def __init__(self):
        self.encoder = Net(5, 4)
        self.encoder_optimizer = torch.optim.Adam(self.encoder.parameters(), lr=3e-3)
        self.critic = Net(6, 1)
        self.critic_target = copy.deepcopy(self.critic)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.highest = -1e8
        self.limit = 0.0

    def train(self, state, action, next_state, reward):
        # the encoder
        prediction = self.encoder(torch.cat([state, action], 1))
        encoder_loss = F.mse_loss(prediction, next_state)
        self.encoder_optimizer.zero_grad()
        encoder_loss.backward()
        self.encoder_optimizer.step()

        # the critic
        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp(-0.5, 0.5)
            target = self.critic_target(torch.cat([next_state, action + noise, noise], 1))
            target = reward + 0.9 * target.clamp(-10, self.limit)
            self.highest = max(self.highest, float(target.max()))
        q = self.critic(torch.cat([state, action, action], 1))
        critic_loss = F.smooth_l1_loss(q, target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()


if __name__ == "__main__":
    agent = Agent()
    for step in range(8):
        state, next_state = torch.randn(16, 4), torch.randn(16, 4)
        agent.train(state, torch.rand(16, 1), next_state, torch.rand(16, 1))
        if step % 3 == 0:
            agent.critic_target.load_state_dict(agent.critic.state_dict())
            agent.limit = agent.highest
    print(agent.highest)
# output
"""A second update needs noise and numbers of Python's: both updates are graphs, in their order."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, smooth_l1


class Net(TorchModel):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.hidden = Linear(n_in, 16)
        self.out = Linear(16, n_out)

    def call(self, x):
        return self.out(tf.nn.elu(self.hidden(x)))


class Agent:
    def __init__(self):
        self.encoder = Net(5, 4)
        self.encoder_optimizer = Adam(self.encoder.trainable_variables, lr=3e-3)
        self.critic = Net(6, 1)
        self.critic_target = Net(6, 1)
        self.critic_target.set_weights(self.critic.get_weights())
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=3e-3)
        self.highest = -1e8
        self.limit = 0.0

    def train(self, state, action, next_state, reward):
        self._train_body(state, action, next_state)

        # the critic
        target = self._train_forward(
            action, next_state, reward, tf.convert_to_tensor(self.limit, tf.float32)
        )
        self.highest = max(self.highest, float(tf.reduce_max(target)))
        self._train_critic(state, action, target)

    @one_op
    @tf.function
    def _train_body(self, state, action, next_state):
        with tf.GradientTape() as tape:
            # the encoder
            prediction = self.encoder(tf.concat([state, action], axis=1))
            encoder_loss = tf.reduce_mean(tf.square(prediction - next_state))
        grads = tape.gradient(encoder_loss, self.encoder_optimizer.params)
        self.encoder_optimizer.apply(grads)

    @one_op
    @tf.function
    def _train_critic(self, state, action, target):
        with tf.GradientTape() as tape:
            q = self.critic(tf.concat([state, action, action], axis=1))
            critic_loss = tf.reduce_mean(smooth_l1(q - target))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

    @one_op
    @tf.function
    def _train_forward(self, action, next_state, reward, limit):
        noise = tf.clip_by_value(
            tf.random.normal(tf.shape(action), dtype=action.dtype) * 0.2, -0.5, 0.5
        )
        target = self.critic_target(tf.concat([next_state, action + noise, noise], axis=1))
        target = reward + 0.9 * tf.minimum(tf.maximum(target, -10), limit)
        return target


if __name__ == "__main__":
    agent = Agent()
    for step in range(8):
        state, next_state = tf.random.normal([16, 4]), tf.random.normal([16, 4])
        agent.train(state, tf.random.uniform([16, 1]), next_state, tf.random.uniform([16, 1]))
        if step % 3 == 0:
            agent.critic_target.set_weights(agent.critic.get_weights())
            agent.limit = agent.highest
    print(agent.highest)
