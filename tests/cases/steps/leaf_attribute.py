import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 1)
        self.optimizer = optim.Adam(self.parameters(), lr=1e-3)

        self.log_alpha = torch.tensor(np.log(0.01))
        self.log_alpha.requires_grad = True
        self.log_alpha_optimizer = optim.Adam([self.log_alpha], lr=1e-3)

    def forward(self, x):
        return self.mean(x)

    def learn(self, q, s):
        a = self.forward(s)
        loss = -q(s, a) + self.log_alpha.exp() * a
        self.optimizer.zero_grad()
        loss.mean().backward()
        self.optimizer.step()

        self.log_alpha_optimizer.zero_grad()
        alpha_loss = -(self.log_alpha.exp() * (a + 1).detach()).mean()
        alpha_loss.backward()
        self.log_alpha_optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, graph, one_op


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.mean = Linear(3, 1)
        self.optimizer = Adam(self.trainable_variables, lr=1e-3)

        self.log_alpha = from_array(np.log(0.01))
        self.log_alpha = tf.Variable(tf.cast(self.log_alpha, tf.float32))
        self.log_alpha_optimizer = Adam([self.log_alpha], lr=1e-3)

    def call(self, x):
        return self.mean(x)

    def learn(self, q, s):
        with tf.GradientTape() as tape:
            a = self(s)
            loss = -q(s, a) + tf.exp(self.log_alpha) * a
            total_loss = tf.reduce_mean(loss)
        grads = tape.gradient(total_loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        self._learn_body(a)

    @one_op
    @tf.function
    def _learn_body(self, a):
        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(tf.exp(self.log_alpha) * tf.stop_gradient(a + 1))
        grads = tape.gradient(alpha_loss, self.log_alpha_optimizer.params)
        self.log_alpha_optimizer.apply(grads)
# findings
# steps/leaf_attribute.py:22:9: N403 note this update stays in eager mode: it calls q -> write the step as tensor code only, with host lines before or behind it
