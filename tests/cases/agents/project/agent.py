"""The agent of the project; its networks are in another file."""

import numpy as np
import torch
import torch.nn.functional as F
from networks import Critic, mlp


class Agent:
    def __init__(self):
        self.actor = mlp([3, 16, 1])
        self.critic = Critic(3, 1)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)

    def update(self, obs, act, target):
        critic_loss = F.mse_loss(self.critic(obs, act), target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(obs, self.actor(obs)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()


if __name__ == "__main__":
    agent = Agent()
    rng = np.random.RandomState(0)
    for _ in range(4):
        batch = rng.randn(8, 3), rng.randn(8, 1), rng.rand(8)
        agent.update(*(torch.as_tensor(x, dtype=torch.float32) for x in batch))
# output
"""The agent of the project; its networks are in another file."""

import numpy as np
import tensorflow as tf
from networks import Critic, mlp
from torch_compat import Adam, from_array, one_op


class Agent:
    def __init__(self):
        self.actor = mlp([3, 16, 1])
        self.critic = Critic(3, 1)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-3)
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-3)

    def update(self, obs, act, target):
        self._update_body(obs, act, target)

    @one_op
    @tf.function
    def _update_body(self, obs, act, target):
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(obs, act) - target))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            actor_loss = -tf.reduce_mean(self.critic(obs, self.actor(obs)))
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)


if __name__ == "__main__":
    agent = Agent()
    rng = np.random.RandomState(0)
    for _ in range(4):
        batch = rng.randn(8, 3), rng.randn(8, 1), rng.rand(8)
        agent.update(*(from_array(x, tf.float32) for x in batch))
