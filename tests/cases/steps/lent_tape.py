import torch
import torch.nn as nn


def optimise(optimizer, loss, net=None, max_norm=None):
    optimizer.zero_grad()
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(net.parameters(), max_norm)
    optimizer.step()


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(5, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, obs, act, target):
        value = self.critic(torch.cat([obs, act], dim=1))
        optimise(self.critic_optimizer, (value - target).pow(2).mean(), self.critic, max_norm=0.1)

        act = self.actor(obs)
        actor_loss = -self.critic(torch.cat([obs, act], dim=1)).mean()
        optimise(self.actor_optimizer, actor_loss)
        return actor_loss.item()


if __name__ == "__main__":
    agent = Agent()
    for _ in range(4):
        print(agent.update(torch.rand(8, 3), torch.rand(8, 2), torch.rand(8, 1)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, clip_grad_norm, grads_of, one_op


def optimise(optimizer, loss, net=None, max_norm=None, *, tape):
    grads = tape.gradient(loss, optimizer.params)
    if max_norm is not None:
        grads = clip_grad_norm(
            grads, max_norm, some=grads_of(net.trainable_variables, optimizer.params, grads)
        )
    optimizer.apply(grads)


class Agent:
    def __init__(self):
        self.actor, self.critic = Linear(3, 2), Linear(5, 1)
        self.actor_optimizer = Adam(self.actor.trainable_variables)
        self.critic_optimizer = Adam(self.critic.trainable_variables)

    def update(self, obs, act, target):
        actor_loss = self._update_body(obs, act, target)
        return actor_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, obs, act, target):
        with tf.GradientTape() as tape:
            value = self.critic(tf.concat([obs, act], axis=1))
            total_loss = tf.reduce_mean(tf.square(value - target))
        optimise(self.critic_optimizer, total_loss, self.critic, max_norm=0.1, tape=tape)

        with tf.GradientTape() as tape:
            act = self.actor(obs)
            actor_loss = -tf.reduce_mean(self.critic(tf.concat([obs, act], axis=1)))
        optimise(self.actor_optimizer, actor_loss, tape=tape)
        return actor_loss


if __name__ == "__main__":
    agent = Agent()
    for _ in range(4):
        print(
            agent.update(
                tf.random.uniform([8, 3]), tf.random.uniform([8, 2]), tf.random.uniform([8, 1])
            ),
        )
# findings
# steps/lent_tape.py:5:1: N402 note its callers open the tape and hand it over: tape=tape
# steps/lent_tape.py:9:9: N402 note gradients of parameters that are not the optimizer's are not clipped, nor do they count
