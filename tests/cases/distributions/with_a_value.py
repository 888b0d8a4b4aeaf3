import torch
import torch.nn as nn
from torch.distributions import Normal


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(3, 1)
        self.critic = nn.Linear(3, 1)
        self.log_std = nn.Parameter(torch.zeros(1, 1))

    def forward(self, x):
        mu = self.actor(x)
        return Normal(mu, self.log_std.exp().expand_as(mu)), self.critic(x)


model = ActorCritic().to("cpu")
dist, value = model(torch.randn(2, 3))  # a tf.function can't return the distribution
print(dist.sample().cpu().numpy()[0], value)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, Normal, TorchModel


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.actor = Linear(3, 1)
        self.critic = Linear(3, 1)
        self.log_std = keras.Variable(tf.zeros([1, 1]))

    def call(self, x):
        mu = self.actor(x)
        return Normal(mu, tf.broadcast_to(tf.exp(self.log_std), tf.shape(mu))), self.critic(x)


model = ActorCritic()
dist, value = model(tf.random.normal([2, 3]))  # a tf.function can't return the distribution
print(dist.sample().numpy()[0], value)
# findings
# distributions/with_a_value.py:19:15: N403 note model is called in eager mode: it returns an object that is no tensor -> pass what changes as an argument, and keep Python's own work out of forward
