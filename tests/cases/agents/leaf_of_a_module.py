"""A module with a temperature: torch does not count a tensor among the parameters of the module, nor
save it, and the optimizer of those does not train it."""

import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.ones(1))
        self.log_alpha = torch.tensor([0.5], requires_grad=True)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=1e-2)
        self.alpha_optimizer = torch.optim.Adam(params=[self.log_alpha], lr=1e-2)

    def learn(self, x):
        p = torch.softmax(self.net(x) * self.scale, dim=1)
        entropy = -(p * p.log()).sum(dim=1).mean()
        loss = p[:, 0].mean() - self.log_alpha.exp() * entropy
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        alpha_loss = (self.log_alpha * (entropy - 0.5).detach()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()


agent = Agent()
for step in range(4):
    agent.learn(torch.linspace(-1, 1, 15).reshape(5, 3) * (step + 1))
    print(agent.log_alpha.item(), len(list(agent.parameters())), sorted(agent.state_dict()))
# output
"""A module with a temperature: torch does not count a tensor among the parameters of the module, nor
save it, and the optimizer of those does not train it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, set_untracked, variables_of


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 2)
        self.scale = keras.Variable(tf.ones([1]))
        set_untracked(self, "log_alpha", tf.Variable([0.5]))
        self.optimizer = Adam(self.trainable_variables, lr=1e-2)
        self.alpha_optimizer = Adam(params=[self.log_alpha], lr=1e-2)

    def learn(self, x):
        self._learn_body(x)

    @one_op
    @tf.function
    def _learn_body(self, x):
        with tf.GradientTape() as tape:
            p = tf.nn.softmax(self.net(x) * self.scale, axis=1)
            entropy = -tf.reduce_mean(tf.reduce_sum(p * tf.math.log(p), axis=1))
            loss = tf.reduce_mean(p[:, 0]) - tf.exp(self.log_alpha) * entropy
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

        with tf.GradientTape() as tape:
            alpha_loss = tf.reduce_mean(self.log_alpha * tf.stop_gradient(entropy - 0.5))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)


agent = Agent()
for step in range(4):
    agent.learn(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]) * (step + 1))
    print(
        agent.log_alpha.numpy().item(),
        len(list(agent.trainable_variables)),
        sorted(variables_of(agent)),
    )
