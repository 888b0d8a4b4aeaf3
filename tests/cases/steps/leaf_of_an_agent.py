import torch
import torch.nn as nn


class Agent:
    def __init__(self, build, device):
        self.critic = build().to(device)
        self.critic_target = build().to(device)
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.log_alpha = torch.tensor([0.5]).to(device)
        self.log_alpha.requires_grad = True
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)

    @property
    def alpha(self):
        return self.log_alpha.exp()

    def update(self, obs, next_obs):
        with torch.no_grad():
            target = self.critic_target(next_obs).sum(-1, keepdim=True)
        value = self.critic(obs)
        critic_loss = (value - target).pow(2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        self.alpha_optimizer.zero_grad()
        alpha_loss = (self.alpha * (value - 0.5).detach()).mean()
        alpha_loss.backward()
        self.alpha_optimizer.step()


if __name__ == "__main__":
    agent = Agent(lambda: nn.Linear(3, 1), torch.device("cpu"))
    for i in range(4):
        agent.update(torch.rand(8, 3), torch.rand(8, 3))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self, build, device):
        self.critic = build()
        self.critic_target = build()
        self.critic_target.set_weights(self.critic.get_weights())
        self.log_alpha = tf.constant([0.5])
        self.log_alpha = tf.Variable(self.log_alpha)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)

    @property
    def alpha(self):
        return tf.exp(self.log_alpha)

    def update(self, obs, next_obs):
        self._update_body(obs, next_obs)

    @one_op
    @tf.function
    def _update_body(self, obs, next_obs):
        target = tf.reduce_sum(self.critic_target(next_obs), axis=-1, keepdims=True)
        with tf.GradientTape() as tape:
            value = self.critic(obs)
            critic_loss = tf.reduce_mean(tf.square(value - target))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            alpha_loss = tf.reduce_mean(self.alpha * tf.stop_gradient(value - 0.5))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)


if __name__ == "__main__":
    agent = Agent(lambda: Linear(3, 1), "cpu")
    for i in range(4):
        agent.update(tf.random.uniform([8, 3]), tf.random.uniform([8, 3]))
