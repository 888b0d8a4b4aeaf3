"""What the policy learns from is computed at every step, its update is made at every second: the
temperature takes the same action. Two heads and a loss have nothing in their branches but the steps."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Agent:
    def __init__(self):
        self.policy = nn.Linear(3, 2)
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)
        self.steps, self.delay = 0, 2

    def sample(self, states):
        mean, log_std = self.policy(states).chunk(2, 1)
        dist = Normal(mean, log_std.exp())
        action = dist.rsample()
        return torch.tanh(action), dist.log_prob(action)

    def update(self, states, actions, targets):
        states, actions = torch.FloatTensor(states), torch.FloatTensor(actions)
        targets = torch.FloatTensor(targets)
        critic_loss = F.mse_loss(self.critic(torch.cat([states, actions], 1)), targets)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        # the policy, delayed
        new_actions, log_pi = self.sample(states)
        if self.steps % self.delay == 0:
            q = self.critic(torch.cat([states, new_actions], 1))
            policy_loss = (self.log_alpha.exp().detach() * log_pi - q).mean()
            self.policy_optimizer.zero_grad()
            policy_loss.backward()
            self.policy_optimizer.step()

        alpha_loss = -(self.log_alpha * (log_pi.detach() - 1)).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.steps += 1
        return critic_loss.item()


class TwoHeads:
    """Both steps are on one loss, which is ready before the branch; what is shown of it is not."""

    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 1), nn.Linear(3, 1)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=1e-2)

    def learn(self, states, targets, ready):
        states, targets = torch.FloatTensor(states), torch.FloatTensor(targets)
        error = targets - self.critic(states)
        loss = (error**2).mean() - (self.actor(states) * error.detach()).mean()
        if ready:
            self.actor_optimizer.zero_grad()
            self.critic_optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
            self.actor_optimizer.step()
            self.critic_optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
agent, heads, net = Agent(), TwoHeads(), nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for turn in range(8):
    states, actions = rng.randn(6, 3).astype(np.float32), rng.randn(6, 1).astype(np.float32)
    targets = rng.randn(6, 1).astype(np.float32)
    print(agent.update(states, actions, targets))
    print(heads.learn(states, targets, turn % 3 != 1))

    values = net(torch.from_numpy(states))
    errors = values - torch.from_numpy(targets)
    if turn % 3 != 1:
        optimizer.zero_grad()
        (errors**2).mean().backward()
        optimizer.step()
# output
"""What the policy learns from is computed at every step, its update is made at every second: the
temperature takes the same action. Two heads and a loss have nothing in their branches but the steps."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    SGD,
    Adam,
    Linear,
    Normal,
    Sequential,
    chunked,
    clip_grad_norm,
    from_array,
    one_op,
)


class Agent:
    def __init__(self):
        self.policy = Linear(3, 2)
        self.critic = Sequential(Linear(4, 8), keras.layers.ReLU(), Linear(8, 1))
        self.policy_optimizer = Adam(self.policy.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)
        self.log_alpha = keras.Variable(tf.zeros([1]))
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)
        self.steps, self.delay = 0, 2

    def sample(self, states):
        mean, log_std = chunked(self.policy(states), 2, axis=1)
        dist = Normal(mean, tf.exp(log_std))
        action = dist.rsample()
        return tf.tanh(action), dist.log_prob(action)

    def update(self, states, actions, targets):
        states, actions = from_array(states, tf.float32), from_array(actions, tf.float32)
        targets = from_array(targets, tf.float32)
        critic_loss = self._update_body(states, actions, targets, self.steps % self.delay == 0)
        self.steps += 1
        return critic_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, actions, targets, update_policy):
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(
                tf.square(self.critic(tf.concat([states, actions], axis=1)) - targets)
            )
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as policy_tape:
            # the policy, delayed
            new_actions, log_pi = self.sample(states)
        if update_policy:
            with policy_tape:
                q = self.critic(tf.concat([states, new_actions], axis=1))
                policy_loss = tf.reduce_mean(tf.stop_gradient(tf.exp(self.log_alpha)) * log_pi - q)
            grads = policy_tape.gradient(policy_loss, self.policy_optimizer.params)
            self.policy_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(self.log_alpha * (tf.stop_gradient(log_pi) - 1))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)
        return critic_loss


class TwoHeads:
    """Both steps are on one loss, which is ready before the branch; what is shown of it is not."""

    def __init__(self):
        self.actor, self.critic = Linear(3, 1), Linear(3, 1)
        self.actor_optimizer = SGD(self.actor.trainable_variables, lr=1e-2)
        self.critic_optimizer = SGD(self.critic.trainable_variables, lr=1e-2)

    def learn(self, states, targets, ready):
        states, targets = from_array(states, tf.float32), from_array(targets, tf.float32)
        loss = self._learn_body(states, targets, ready)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, states, targets, update_actor):
        with tf.GradientTape() as actor_tape:
            error = targets - self.critic(states)
            loss = (
                tf.reduce_mean(error**2)
                - tf.reduce_mean(self.actor(states) * tf.stop_gradient(error))
            )
        if update_actor:
            actor_grads, critic_grads = actor_tape.gradient(
                loss, [self.actor_optimizer.params, self.critic_optimizer.params]
            )
            critic_grads = clip_grad_norm(critic_grads, 0.5)
            self.actor_optimizer.apply(actor_grads)
            self.critic_optimizer.apply(critic_grads)
        return loss


rng = np.random.RandomState(0)
agent, heads, net = Agent(), TwoHeads(), Linear(3, 1)
optimizer = Adam(net.trainable_variables, lr=1e-2)


@one_op
@tf.function
def train_body(update, states, targets):
    with tf.GradientTape() as first_tape:
        values = net(states)
        errors = values - targets
    if update:
        with first_tape:
            total_loss = tf.reduce_mean(errors**2)
        grads = first_tape.gradient(total_loss, optimizer.params)
        optimizer.apply(grads)


for turn in range(8):
    states, actions = rng.randn(6, 3).astype(np.float32), rng.randn(6, 1).astype(np.float32)
    targets = rng.randn(6, 1).astype(np.float32)
    print(agent.update(states, actions, targets))
    print(heads.learn(states, targets, turn % 3 != 1))
    train_body(turn % 3 != 1, from_array(states), from_array(targets))
