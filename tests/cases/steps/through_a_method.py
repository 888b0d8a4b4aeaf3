import numpy as np
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 1)

    def forward(self, x):
        return self.mean(x)

    def sample(self, x):
        mean = self(x)
        action = mean + 0.1 * torch.randn_like(mean)
        return action, -0.5 * (action - mean) ** 2 - 0.5 * np.log(2 * np.pi)

    def logged(self, x):
        print("forward")
        return self(x)


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def update(self, states):
        action, log_prob = self.policy.sample(states)
        loss = (log_prob + action).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def update_loudly(self, states):
        # gradients flow through a method that can't be traced: the tape stays on the host
        action = self.policy.logged(states)
        loss = action.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, one_op


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.mean = Linear(3, 1)

    def call(self, x):
        return self.mean(x)

    def sample(self, x):
        mean = self(x)
        action = mean + 0.1 * tf.random.normal(tf.shape(mean), dtype=mean.dtype)
        return action, -0.5 * (action - mean) ** 2 - 0.5 * np.log(2 * np.pi)

    def logged(self, x):
        print("forward")
        return self(x)


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.optimizer = Adam(self.policy.trainable_variables)

    def update(self, states):
        self._update_body(states)

    @one_op
    @tf.function
    def _update_body(self, states):
        with tf.GradientTape() as tape:
            action, log_prob = self.policy.sample(states)
            loss = tf.reduce_mean(log_prob + action)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def update_loudly(self, states):
        with tf.GradientTape() as tape:
            # gradients flow through a method that can't be traced: the tape stays on the host
            action = self.policy.logged(states)
            loss = tf.reduce_mean(action)
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
# findings
# steps/through_a_method.py:38:9: N403 note this update stays in eager mode: it calls logged(): it calls print -> write the step as tensor code only, with host lines before or behind it
