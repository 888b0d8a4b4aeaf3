"""SAC with a value network: what the critics learn from was computed ahead of the other updates."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Net(nn.Module):
    def __init__(self, lr, inputs, outputs, name):
        super().__init__()
        self.inputs, self.name = inputs, name
        self.fc, self.out = nn.Linear(*self.inputs, 16), nn.Linear(16, outputs)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr)

    def forward(self, *parts):
        return self.out(torch.tanh(self.fc(torch.cat(parts, 1))))


class Agent:
    def __init__(self, lr, sizes):
        self.actor = Net(lr, sizes, 2, "actor")
        self.critic_1 = Net(lr, [sizes[0] + 1], 1, "critic_1")
        self.critic_2 = Net(lr, [sizes[0] + 1], 1, "critic_2")
        self.value = Net(lr, sizes, 1, "value")
        self.target = Net(lr, sizes, 1, "target")
        self.target.load_state_dict(self.value.state_dict())

    def drawn(self, state):
        mean, scale = self.actor(state).chunk(2, dim=1)
        dist = Normal(mean, scale.exp())
        action = dist.rsample()
        return torch.tanh(action), dist.log_prob(action).view(-1)

    def learn(self, state, action, reward, state_, done):
        value = self.value(state).view(-1)
        value_ = self.target(state_).view(-1)
        value_[done] = 0.0

        actions, log_probs = self.drawn(state)
        least = torch.min(self.critic_1(state, actions), self.critic_2(state, actions)).view(-1)
        self.value.optimizer.zero_grad()
        value_loss = 0.5 * F.mse_loss(value, (least - log_probs).detach())
        value_loss.backward(retain_graph=True)
        self.value.optimizer.step()

        actions, log_probs = self.drawn(state)
        least = torch.min(self.critic_1(state, actions), self.critic_2(state, actions)).view(-1)
        actor_loss = torch.mean(log_probs - least)
        self.actor.optimizer.zero_grad()
        actor_loss.backward(retain_graph=True)
        self.actor.optimizer.step()

        self.critic_1.optimizer.zero_grad()
        self.critic_2.optimizer.zero_grad()
        goal = 2 * reward + 0.99 * value_
        loss = 0.5 * F.mse_loss(self.critic_1(state, action).view(-1), goal)
        loss = loss + 0.5 * F.mse_loss(self.critic_2(state, action).view(-1), goal)
        loss.backward()
        self.critic_1.optimizer.step()
        self.critic_2.optimizer.step()


torch.manual_seed(0)
agent = Agent(1e-2, [3])
for _ in range(3):
    done = torch.rand(8) < 0.2
    agent.learn(torch.randn(8, 3), torch.randn(8, 1), torch.randn(8), torch.randn(8, 3), done)
# output
"""SAC with a value network: what the critics learn from was computed ahead of the other updates."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, Normal, TorchModel, chunked, one_op, smaller


class Net(TorchModel):
    def __init__(self, lr, inputs, outputs, name):
        super().__init__()
        self.inputs, self.name = inputs, name
        self.fc, self.out = Linear(*self.inputs, 16), Linear(16, outputs)
        self.optimizer = Adam(self.trainable_variables, lr=lr)

    def call(self, *parts):
        return self.out(tf.tanh(self.fc(tf.concat(parts, axis=1))))


class Agent:
    def __init__(self, lr, sizes):
        self.actor = Net(lr, sizes, 2, "actor")
        self.critic_1 = Net(lr, [sizes[0] + 1], 1, "critic_1")
        self.critic_2 = Net(lr, [sizes[0] + 1], 1, "critic_2")
        self.value = Net(lr, sizes, 1, "value")
        self.target = Net(lr, sizes, 1, "target")
        self.target.set_weights(self.value.get_weights())

    def drawn(self, state):
        mean, scale = chunked(self.actor(state), 2, axis=1)
        dist = Normal(mean, tf.exp(scale))
        action = dist.rsample()
        return tf.tanh(action), tf.reshape(dist.log_prob(action), [-1])

    def learn(self, state, action, reward, state_, done):
        self._learn_body(state, action, reward, state_, done)

    @one_op
    @tf.function
    def _learn_body(self, state, action, reward, state_, done):
        with tf.GradientTape() as tape:
            value = tf.reshape(self.value(state), [-1])
            value_ = tf.reshape(self.target(state_), [-1])
            value_ = tf.where(done, 0.0, value_)

            actions, log_probs = self.drawn(state)
            least = tf.reshape(
                tf.minimum(self.critic_1(state, actions), self.critic_2(state, actions)), [-1]
            )
            value_loss = (
                0.5
                * tf.reduce_mean(tf.square(value - tf.stop_gradient(least - log_probs)))
            )
        self.value.optimizer.apply(tape.gradient(value_loss, self.value.optimizer.params))

        with tf.GradientTape() as tape:
            actions, log_probs = self.drawn(state)
            least = tf.reshape(
                smaller(self.critic_1(state, actions), self.critic_2(state, actions)), [-1]
            )
            actor_loss = tf.reduce_mean(log_probs - least)
        self.actor.optimizer.apply(tape.gradient(actor_loss, self.actor.optimizer.params))

        goal = 2 * reward + 0.99 * value_
        with tf.GradientTape() as tape:
            loss = (
                0.5
                * tf.reduce_mean(tf.square(tf.reshape(self.critic_1(state, action), [-1]) - goal))
            )
            loss = (
                loss
                + 0.5
                * tf.reduce_mean(tf.square(tf.reshape(self.critic_2(state, action), [-1]) - goal))
            )
        critic_1_grads, critic_2_grads = tape.gradient(
            loss, [self.critic_1.optimizer.params, self.critic_2.optimizer.params]
        )
        self.critic_1.optimizer.apply(critic_1_grads)
        self.critic_2.optimizer.apply(critic_2_grads)


tf.random.set_seed(0)
agent = Agent(1e-2, [3])
for _ in range(3):
    done = tf.random.uniform([8]) < 0.2
    agent.learn(
        tf.random.normal([8, 3]),
        tf.random.normal([8, 1]),
        tf.random.normal([8]),
        tf.random.normal([8, 3]),
        done,
    )
# findings
# agents/value_and_critics.py:44:9: N402 note retain_graph: gradients flow through what this step computes, no further (also at line 51)
