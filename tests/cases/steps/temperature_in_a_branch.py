"""`self.alpha` is set in a branch between two updates, and read behind it, here and elsewhere."""

import torch
from torch import nn


def network(inputs, outputs, scale):
    net = nn.Sequential(nn.Linear(inputs, 4), nn.Tanh(), nn.Linear(4, outputs))
    for i, p in enumerate(net.parameters()):
        p.data.copy_(scale * torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
    return net


class Agent:
    def __init__(self):
        self.policy = network(3, 2, 1.0)
        self.critic = network(5, 1, 0.7)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=0.1)
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=0.1)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.1)

    def log_prob(self, action):
        return -action.pow(2).sum(1, keepdim=True)

    def update(self, states, goals, tuned):
        action = torch.tanh(self.policy(states))
        log_prob = self.log_prob(action)
        if tuned is True:
            alpha_loss = -(self.log_alpha * (log_prob + 2).detach()).mean()
            self.alpha_optimizer.zero_grad()
            alpha_loss.backward()
            self.alpha_optimizer.step()
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = 0.5
            alpha_loss = 0

        wanted = goals - self.alpha * log_prob
        value = self.critic(torch.cat([states, action.detach()], 1))
        loss = (value - wanted.detach()).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        policy_loss = (self.alpha * log_prob - self.critic(torch.cat([states, action], 1))).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return policy_loss.item()

    def temperature(self):
        return float(self.alpha) * 2


class Decayed(Agent):
    """Here the branch reads the old one, and so does a method that the branch calls."""

    def __init__(self):
        super().__init__()
        self.alpha = torch.ones(1)

    def half(self):
        return self.alpha.detach() * 0.5

    def update(self, states, goals, tuned):
        value = self.critic(torch.cat([states, self.policy(states).detach()], 1))
        if tuned:
            self.alpha = self.half()
        else:
            self.alpha = self.alpha * 0.9
        loss = (value - goals * self.alpha).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
# output
"""`self.alpha` is set in a branch between two updates, and read behind it, here and elsewhere."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, one_op


def network(inputs, outputs, scale):
    net = Sequential(Linear(inputs, 4), keras.layers.Activation("tanh"), Linear(4, outputs))
    for i, p in enumerate(net.trainable_variables):
        p.assign(
            scale * tf.reshape(tf.linspace(-0.5, 0.5 + 0.1 * i, p.shape.num_elements()), p.shape)
        )
    return net


class Agent:
    def __init__(self):
        self.policy = network(3, 2, 1.0)
        self.critic = network(5, 1, 0.7)
        self.log_alpha = keras.Variable(tf.zeros([1]))
        self.alpha_optimizer = Adam([self.log_alpha], lr=0.1)
        self.optimizer = Adam(self.critic.trainable_variables, lr=0.1)
        self.policy_optimizer = Adam(self.policy.trainable_variables, lr=0.1)

    def log_prob(self, action):
        return -tf.reduce_sum(tf.square(action), axis=1, keepdims=True)

    def update(self, states, goals, tuned):
        alpha, policy_loss = self._update_body(states, goals, tuned is True)
        self.alpha = alpha
        return policy_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, goals, update_alpha):
        with tf.GradientTape() as policy_tape:
            action = tf.tanh(self.policy(states))
            log_prob = self.log_prob(action)
        if update_alpha:
            with tf.GradientTape() as tape:
                alpha_loss = -tf.reduce_mean(self.log_alpha * tf.stop_gradient(log_prob + 2))
            grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
            self.alpha_optimizer.apply(grads)
            alpha = tf.exp(self.log_alpha)
        else:
            alpha = 0.5
            alpha_loss = 0

        wanted = goals - alpha * log_prob
        with tf.GradientTape() as tape:
            value = self.critic(tf.concat([states, tf.stop_gradient(action)], axis=1))
            loss = tf.reduce_mean(tf.square(value - tf.stop_gradient(wanted)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

        with policy_tape:
            policy_loss = tf.reduce_mean(
                alpha * log_prob - self.critic(tf.concat([states, action], axis=1))
            )
        grads = policy_tape.gradient(policy_loss, self.policy_optimizer.params)
        self.policy_optimizer.apply(grads)
        return alpha, policy_loss

    def temperature(self):
        return float(np.asarray(self.alpha).item()) * 2


class Decayed(Agent):
    """Here the branch reads the old one, and so does a method that the branch calls."""

    def __init__(self):
        super().__init__()
        self.alpha = tf.ones([1])

    def half(self):
        return tf.stop_gradient(self.alpha) * 0.5

    def update(self, states, goals, tuned):
        if tuned:
            self.alpha = self.half()
        else:
            self.alpha = self.alpha * 0.9
        loss = self._update_body_2(states, goals, self.alpha)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body_2(self, states, goals, alpha):
        with tf.GradientTape() as tape:
            value = self.critic(tf.concat([states, tf.stop_gradient(self.policy(states))], axis=1))
            loss = tf.reduce_mean(tf.square(value - goals * alpha))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss
