import torch
import torch.nn as nn


class ActorCritic:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, states, actions, returns):
        log_probs = self.actor(states).log_softmax(-1)
        advantage = returns - self.critic(states).squeeze(-1)
        actor_loss = -(log_probs.gather(1, actions.unsqueeze(1)).squeeze(1) * advantage.detach())
        loss = actor_loss.mean() + advantage.pow(2).mean()

        self.actor_optimizer.zero_grad()
        self.critic_optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), 0.1)
        self.actor_optimizer.step()
        self.critic_optimizer.step()
        return loss.item()


if __name__ == "__main__":
    agent = ActorCritic()
    for i in range(4):
        states, actions = torch.rand(8, 3), torch.randint(0, 2, (8,))
        print(agent.update(states, actions, torch.rand(8)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, clip_grad_norm, one_op


class ActorCritic:
    def __init__(self):
        self.actor, self.critic = Linear(3, 2), Linear(3, 1)
        self.actor_optimizer = Adam(self.actor.trainable_variables)
        self.critic_optimizer = Adam(self.critic.trainable_variables)

    def update(self, states, actions, returns):
        loss = self._update_body(states, actions, returns)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, actions, returns):
        with tf.GradientTape() as tape:
            log_probs = tf.nn.log_softmax(self.actor(states), axis=-1)
            advantage = returns - tf.squeeze(self.critic(states), axis=-1)
            actor_loss = -(tf.gather(log_probs, actions, batch_dims=1) * tf.stop_gradient(advantage))
            loss = tf.reduce_mean(actor_loss) + tf.reduce_mean(tf.square(advantage))

        actor_grads, critic_grads = tape.gradient(
            loss, [self.actor_optimizer.params, self.critic_optimizer.params]
        )
        actor_grads = clip_grad_norm(actor_grads, 0.1)
        self.actor_optimizer.apply(actor_grads)
        self.critic_optimizer.apply(critic_grads)
        return loss


if __name__ == "__main__":
    agent = ActorCritic()
    for i in range(4):
        states, actions = tf.random.uniform([8, 3]), tf.random.uniform((8,), 0, 2, dtype=tf.int64)
        print(agent.update(states, actions, tf.random.uniform([8])))
