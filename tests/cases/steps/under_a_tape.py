# A step on the temperature between the lines of the actor's loss, which stays eager: what the
# temperature's body gives back has a gradient for the actor.
import torch
import torch.nn as nn
from torch.distributions import Normal


class Agent:
    def __init__(self, fixed):
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(5, 1)
        self.fixed = fixed
        self.alpha = 1.0
        self.log_alpha = torch.tensor([0.0], requires_grad=True)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)

    def evaluate(self, states):
        policy = Normal(self.actor(states), 0.5)
        actions = policy.rsample()
        return torch.tanh(actions), policy.log_prob(actions).sum(1, keepdim=True)

    def learn(self, states):
        if self.fixed is None:
            actions, log_probs = self.evaluate(states)
            alpha = self.log_alpha.exp()
            alpha_loss = -(self.log_alpha * (log_probs - 2).detach()).mean()
            self.alpha_optimizer.zero_grad()
            alpha_loss.backward()
            self.alpha_optimizer.step()
            self.alpha = alpha
            value = self.critic(torch.cat([states, actions], dim=1))
            actor_loss = (alpha * log_probs - value).mean()
        else:
            actions, log_probs = self.evaluate(states)
            value = self.critic(torch.cat([states, actions], dim=1))
            actor_loss = (self.fixed * log_probs - value).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    agent = Agent(None)
    for _ in range(6):
        agent.learn(torch.rand(4, 3))
# output
# A step on the temperature between the lines of the actor's loss, which stays eager: what the
# temperature's body gives back has a gradient for the actor.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, Normal, graph


class Agent:
    def __init__(self, fixed):
        self.actor = Linear(3, 2)
        self.critic = Linear(5, 1)
        self.fixed = fixed
        self.alpha = 1.0
        self.log_alpha = keras.Variable([0.0])
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)

    def evaluate(self, states):
        policy = Normal(self.actor(states), 0.5)
        actions = policy.rsample()
        return tf.tanh(actions), tf.reduce_sum(policy.log_prob(actions), axis=1, keepdims=True)

    def learn(self, states):
        with tf.GradientTape() as tape:
            if self.fixed is None:
                actions, log_probs, alpha = self._learn_body(states)
                self.alpha = alpha
                value = self.critic(tf.concat([states, actions], axis=1))
                actor_loss = tf.reduce_mean(alpha * log_probs - value)
            else:
                actions, log_probs = self.evaluate(states)
                value = self.critic(tf.concat([states, actions], axis=1))
                actor_loss = tf.reduce_mean(self.fixed * log_probs - value)
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        graph(self.actor_optimizer.apply)(grads)

    @tf.function
    def _learn_body(self, states):
        actions, log_probs = self.evaluate(states)
        alpha = tf.exp(self.log_alpha)
        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(self.log_alpha * tf.stop_gradient(log_probs - 2))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)
        return actions, log_probs, alpha


if __name__ == "__main__":
    tf.random.set_seed(0)
    agent = Agent(None)
    for _ in range(6):
        agent.learn(tf.random.uniform([4, 3]))
# findings
# steps/under_a_tape.py:24:9: N403 note this update stays in eager mode: an update with a body of its own -> write the step as tensor code only, with host lines before or behind it
