"""Annotations that name a module of torch's, which means an optimizer."""
from typing import Optional

import torch as th
from torch import nn


class Agent:
    def __init__(self, net: nn.Module):
        self.optimizer: Optional[th.optim] = None
        self.optimizer = th.optim.Adam(net.parameters(), lr=0.1)

    def step(self, optimizer: th.optim, loss: th.FloatTensor) -> Optional[th.optim.Optimizer]:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


net = nn.Linear(2, 1)
agent = Agent(net)
agent.step(agent.optimizer, net(th.ones(3, 2)).mean())
# output
"""Annotations that name a module of torch's, which means an optimizer."""
import os
from typing import Optional

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self, net: keras.Layer):
        self.optimizer: Optional[keras.optimizers.Optimizer] = None
        self.optimizer = Adam(net.trainable_variables, lr=0.1)

    def step(self, optimizer: keras.optimizers.Optimizer, loss: tf.Tensor, *, tape) -> Optional[keras.optimizers.Optimizer]:
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)


net = Linear(2, 1)
agent = Agent(net)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        total_loss = tf.reduce_mean(net(tf.ones([3, 2])))
    agent.step(agent.optimizer, total_loss, tape=tape)


train_body()
# findings
# annotations/module_of_optimizers.py:13:5: N402 note its callers open the tape and hand it over: tape=tape
