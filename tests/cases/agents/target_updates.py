"""Target networks that follow apart from the update: a graph of their own, or a whole function."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

TAU = 0.005


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, state):
        return self.layer(state)


def soft_update(net, target):
    for param, target_param in zip(net.parameters(), target.parameters()):
        target_param.data.copy_(target_param.data * (1 - TAU) + param.data * TAU)


def hard_update(net, target):
    for param, target_param in zip(net.parameters(), target.parameters()):
        target_param.data.copy_(param.data)


@torch.no_grad()
def clipped_target(critic1, critic2, reward, state):
    first, second = critic1(state), critic2(state)
    smaller = torch.min(first, second)
    return reward + 0.99 * smaller


class Agent:
    def __init__(self):
        self.critic = Critic()
        self.target = copy.deepcopy(self.critic)
        hard_update(self.critic, self.target)
        self.slow = copy.deepcopy(self.critic)
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def learn(self, state, target):
        loss = F.mse_loss(self.critic(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def follow(self, every):
        print("following")
        with torch.no_grad():
            # both of them
            for param, target_param in zip(self.critic.parameters(), self.target.parameters()):
                target_param.mul_(1 - TAU)
                target_param.add_(TAU * param)
            for param, target_param in zip(self.critic.parameters(), self.slow.parameters()):
                target_param.mul_(1 - every)
                target_param.add_(every * param)


agent = Agent()
for step in range(4):
    state, reward = torch.ones(8, 4) * step, torch.ones(8, 1)
    agent.learn(state, clipped_target(agent.target, agent.slow, reward, state))
    agent.follow(0.5)
    soft_update(agent.critic, agent.slow)
    if step == 3:
        for param in agent.slow.parameters():
            param.data.mul_(0.9)
    print(float(agent.slow(state).sum()))
# output
"""Target networks that follow apart from the update: a graph of their own, or a whole function."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, one_op

TAU = 0.005


class Critic(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 1)

    def call(self, state):
        return self.layer(state)


@one_op
@tf.function
def soft_update(net, target):
    for param, target_param in zip(net.trainable_variables, target.trainable_variables):
        target_param.assign(target_param * (1 - TAU) + param * TAU)


def hard_update(net, target):
    for param, target_param in zip(net.trainable_variables, target.trainable_variables):
        target_param.assign(param)


@tf.function
def clipped_target(critic1, critic2, reward, state):
    first, second = critic1(state), critic2(state)
    smaller = tf.minimum(first, second)
    return tf.stop_gradient(reward + 0.99 * smaller)


class Agent:
    def __init__(self):
        self.critic = Critic()
        self.target = Critic()
        self.target.set_weights(self.critic.get_weights())
        hard_update(self.critic, self.target)
        self.slow = Critic()
        self.slow.set_weights(self.critic.get_weights())
        self.optimizer = Adam(self.critic.trainable_variables)

    def learn(self, state, target):
        self._learn_body(state, target)

    @one_op
    @tf.function
    def _learn_body(self, state, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.critic(state) - target))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def follow(self, every):
        print("following")
        self._update_targets(every)

    @one_op
    @tf.function
    def _update_targets(self, every):
        # both of them
        for param, target_param in zip(
            self.critic.trainable_variables, self.target.trainable_variables
        ):
            target_param.assign(target_param * (1 - TAU))
            target_param.assign_add(TAU * param)
        for param, target_param in zip(
            self.critic.trainable_variables, self.slow.trainable_variables
        ):
            target_param.assign(target_param * (1 - every))
            target_param.assign_add(every * param)


agent = Agent()


@one_op
@tf.function
def update_parameters():
    for param in agent.slow.trainable_variables:
        param.assign(param * 0.9)


for step in range(4):
    state, reward = tf.ones([8, 4]) * step, tf.ones([8, 1])
    agent.learn(state, clipped_target(agent.target, agent.slow, reward, state))
    agent.follow(0.5)
    soft_update(agent.critic, agent.slow)
    if step == 3:
        update_parameters()
    print(float(tf.reduce_sum(graph(agent.slow)(state))))
