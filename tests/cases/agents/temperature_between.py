"""SAC whose temperature is set behind its step, and read by the next update."""

import copy

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 2)
        self.log_alpha = torch.tensor([0.0], requires_grad=True)
        self.alpha = self.log_alpha.exp().detach()
        self.alpha_optimizer = torch.optim.Adam(params=[self.log_alpha], lr=0.1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=0.1)

    def policy_loss(self, x, alpha):
        p = torch.softmax(self.actor(x), 1)
        return (p * (alpha * p.log() - self.critic(x))).sum(1).mean(), (p * p.log()).sum(1)

    def learn(self, x):
        current_alpha = copy.deepcopy(self.alpha)
        actor_loss, log_pis = self.policy_loss(x, current_alpha)
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        alpha_loss = -(self.log_alpha.exp() * (log_pis + 0.1).detach()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.alpha = self.log_alpha.exp().detach()

        critic_loss = (self.critic(x) - self.alpha).pow(2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        return actor_loss.item(), alpha_loss.item(), critic_loss.item(), current_alpha


torch.manual_seed(0)
agent = Agent()
for _ in range(4):
    print(agent.learn(torch.randn(5, 3)))
# output
"""SAC whose temperature is set behind its step, and read by the next update."""

import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self):
        self.actor, self.critic = Linear(3, 2), Linear(3, 2)
        self.log_alpha = keras.Variable([0.0])
        self.alpha = tf.exp(self.log_alpha)
        self.alpha_optimizer = Adam(params=[self.log_alpha], lr=0.1)
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=0.1)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=0.1)

    def policy_loss(self, x, alpha):
        p = tf.nn.softmax(self.actor(x), axis=1)
        return (
            tf.reduce_mean(tf.reduce_sum(p * (alpha * tf.math.log(p) - self.critic(x)), axis=1)),
            tf.reduce_sum(p * tf.math.log(p), axis=1),
        )

    def learn(self, x):
        current_alpha = copy.deepcopy(self.alpha)
        actor_loss, log_pis = self._learn_body(x, current_alpha)
        alpha_loss = self._learn_alpha(log_pis)
        self.alpha = tf.stop_gradient(tf.exp(self.log_alpha))
        critic_loss = self._learn_critic(x, self.alpha)
        return (
            actor_loss.numpy().item(),
            alpha_loss.numpy().item(),
            critic_loss.numpy().item(),
            current_alpha,
        )

    @one_op
    @tf.function
    def _learn_body(self, x, current_alpha):
        with tf.GradientTape() as tape:
            actor_loss, log_pis = self.policy_loss(x, current_alpha)
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        return actor_loss, log_pis

    @one_op
    @tf.function
    def _learn_alpha(self, log_pis):
        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(tf.exp(self.log_alpha) * tf.stop_gradient(log_pis + 0.1))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)
        return alpha_loss

    @one_op
    @tf.function
    def _learn_critic(self, x, alpha):
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(x) - alpha))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)
        return critic_loss


tf.random.set_seed(0)
agent = Agent()
for _ in range(4):
    print(agent.learn(tf.random.normal([5, 3])))
