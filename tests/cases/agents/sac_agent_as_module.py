import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import clip_grad_norm_


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return torch.softmax(self.fc(x), dim=-1)

    def evaluate(self, x):
        probs = self.forward(x)
        z = (probs == 0.0).float() * 1e-8
        return probs.argmax(1), probs, torch.log(probs + z)


class SAC(nn.Module):  # its attributes are those of a network
    def __init__(self):
        super().__init__()
        self.actor = Actor()
        self.critic = nn.Linear(3, 2)
        self.critic2 = nn.Linear(3, 2)
        self.target = nn.Linear(3, 2)
        for p in [
            *self.actor.parameters(),
            *self.critic.parameters(),
            *self.critic2.parameters(),
            *self.target.parameters(),
        ]:
            p.data = torch.arange(float(p.numel())).reshape(p.shape) / 10
        self.log_alpha = torch.tensor([0.0], requires_grad=True)
        self.alpha = self.log_alpha.exp().detach()
        self.alpha_optimizer = torch.optim.SGD([self.log_alpha], lr=0.1)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic2_optimizer = torch.optim.SGD(self.critic2.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def calc_policy_loss(self, states, alpha):
        _, probs, log_pis = self.actor.evaluate(states)
        q = self.critic(states)
        loss = (probs * (alpha * log_pis - q)).sum(1).mean()
        return loss, torch.sum(log_pis * probs, dim=1)

    def update(self, states, actions, rewards, next_states):
        current_alpha = copy.deepcopy(self.alpha)
        actor_loss, log_pis = self.calc_policy_loss(states, current_alpha)
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        alpha_loss = -(self.log_alpha.exp() * (log_pis.cpu() + 0.5).detach().cpu()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.alpha = self.log_alpha.exp().detach()

        with torch.no_grad():
            _, probs, log_pis = self.actor.evaluate(next_states)
            q_next = probs * (self.target(next_states) - self.alpha * log_pis)
            q_targets = rewards + 0.9 * q_next.sum(dim=1).unsqueeze(-1)
        q = self.critic(states).gather(1, actions)
        q2 = self.critic2(states).gather(1, actions)
        critic2_loss = F.mse_loss(q2, q_targets)
        critic_loss = 0.5 * F.mse_loss(q, q_targets)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        clip_grad_norm_(self.critic.parameters(), 1.0)
        self.critic_optimizer.step()
        self.critic2_optimizer.zero_grad()
        critic2_loss.backward()
        self.critic2_optimizer.step()
        return actor_loss.item(), alpha_loss.item(), critic_loss.item()


agent = SAC()
x = torch.arange(12.0).reshape(4, 3) / 10
for k in range(4):
    print(*agent.update(x, torch.tensor([[0], [1], [1], [0]]), torch.ones(4, 1), x * 0.5))
print(agent.alpha.item())
# output
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, clip_grad_norm, one_op, set_untracked


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 2)

    def call(self, x):
        return tf.nn.softmax(self.fc(x), axis=-1)

    def evaluate(self, x):
        probs = self(x)
        z = tf.cast(probs == 0.0, tf.float32) * 1e-8
        return tf.argmax(probs, axis=1), probs, tf.math.log(probs + z)


class SAC(TorchModel):  # its attributes are those of a network
    def __init__(self):
        super().__init__()
        self.actor = Actor()
        self.critic = Linear(3, 2)
        self.critic2 = Linear(3, 2)
        self.target = Linear(3, 2)
        for p in [
            *self.actor.trainable_variables,
            *self.critic.trainable_variables,
            *self.critic2.trainable_variables,
            *self.target.trainable_variables,
        ]:
            p.assign(
                tf.reshape(
                    tf.constant(np.arange(float(p.shape.num_elements())), tf.float32), p.shape
                )
                / 10,
            )
        set_untracked(self, "log_alpha", tf.Variable([0.0]))
        self.alpha = tf.stop_gradient(tf.exp(self.log_alpha))
        self.alpha_optimizer = SGD([self.log_alpha], lr=0.1)
        self.actor_optimizer = SGD(self.actor.trainable_variables, lr=0.1)
        self.critic2_optimizer = SGD(self.critic2.trainable_variables, lr=0.1)
        self.critic_optimizer = SGD(self.critic.trainable_variables, lr=0.1)

    def calc_policy_loss(self, states, alpha):
        _, probs, log_pis = self.actor.evaluate(states)
        q = self.critic(states)
        loss = tf.reduce_mean(tf.reduce_sum(probs * (alpha * log_pis - q), axis=1))
        return loss, tf.reduce_sum(log_pis * probs, axis=1)

    def update(self, states, actions, rewards, next_states):
        current_alpha = copy.deepcopy(self.alpha)
        actor_loss, alpha_loss, alpha, critic_loss = self._update_body(
            states, actions, rewards, next_states, current_alpha
        )
        self.alpha = alpha
        return actor_loss.numpy().item(), alpha_loss.numpy().item(), critic_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, actions, rewards, next_states, current_alpha):
        with tf.GradientTape() as tape:
            actor_loss, log_pis = self.calc_policy_loss(states, current_alpha)
        self.actor_optimizer.apply(tape.gradient(actor_loss, self.actor_optimizer.params))

        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(tf.exp(self.log_alpha) * tf.stop_gradient(log_pis + 0.5))
        self.alpha_optimizer.apply(tape.gradient(alpha_loss, self.alpha_optimizer.params))
        alpha = tf.stop_gradient(tf.exp(self.log_alpha))

        _, probs, log_pis = self.actor.evaluate(next_states)
        q_next = probs * (self.target(next_states) - alpha * log_pis)
        q_targets = rewards + 0.9 * tf.expand_dims(tf.reduce_sum(q_next, axis=1), axis=-1)
        with tf.GradientTape(persistent=True) as tape:
            q = tf.gather(self.critic(states), actions, batch_dims=1)
            q2 = tf.gather(self.critic2(states), actions, batch_dims=1)
            critic2_loss = tf.reduce_mean(tf.square(q2 - q_targets))
            critic_loss = 0.5 * tf.reduce_mean(tf.square(q - q_targets))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        grads = clip_grad_norm(grads, 1.0)
        self.critic_optimizer.apply(grads)
        self.critic2_optimizer.apply(tape.gradient(critic2_loss, self.critic2_optimizer.params))
        return actor_loss, alpha_loss, alpha, critic_loss


agent = SAC()
x = tf.reshape(tf.constant(np.arange(12.0), tf.float32), [4, 3]) / 10
for k in range(4):
    print(*agent.update(x, tf.constant([[0], [1], [1], [0]], tf.int64), tf.ones([4, 1]), x * 0.5))
print(agent.alpha.numpy().item())
