"""A loss function that makes tensors of a named tuple of arrays, checks them, and asks a network that gives one."""
from typing import NamedTuple, Optional
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

class Transition(NamedTuple):
    s: Optional[np.ndarray]
    a: Optional[int]
    r: Optional[float]

class Outputs(NamedTuple):
    q_values: torch.Tensor

def assert_rank(x, rank):
    if not isinstance(x, torch.Tensor):
        raise RuntimeError("no tensor")
    if len(x.shape) != rank:
        raise RuntimeError("rank")

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
    def forward(self, x) -> Outputs:
        return Outputs(q_values=self.l(x))

class Agent:
    def __init__(self, network, optimizer):
        self._net = network
        self._opt = optimizer
        self._device = torch.device("cpu")
        self._loss_t = np.nan
    def learn(self, transitions: Transition) -> None:
        self._opt.zero_grad()
        loss = self._calc_loss(transitions)
        loss.backward()
        self._opt.step()
        self._loss_t = loss.detach().cpu().item()
    def _calc_loss(self, transitions: Transition) -> torch.Tensor:
        """Loss."""
        s = torch.from_numpy(transitions.s).to(device=self._device, dtype=torch.float32)
        a = torch.from_numpy(transitions.a).to(device=self._device, dtype=torch.int64)
        r = torch.from_numpy(transitions.r).to(device=self._device, dtype=torch.float32)
        assert_rank(s, 2)
        q = self._net(s).q_values
        return (F.mse_loss(q.gather(1, a.unsqueeze(1)).squeeze(1), r, reduction="none")).mean()

net = Net()
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 + 0.1)
agent = Agent(net, torch.optim.Adam(net.parameters(), lr=0.01))
for i in range(3):
    agent.learn(Transition(np.arange(6.0).reshape(2, 3), np.array([0, 1]), np.array([1.0, 0.5])))
    print(round(agent._loss_t, 4))
# output
"""A loss function that makes tensors of a named tuple of arrays, checks them, and asks a network that gives one."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op
from typing import NamedTuple, Optional
import numpy as np

class Transition(NamedTuple):
    s: Optional[np.ndarray]
    a: Optional[int]
    r: Optional[float]

class Outputs(NamedTuple):
    q_values: tf.Tensor

def assert_rank(x, rank):
    if not tf.is_tensor(x):
        raise RuntimeError("no tensor")
    if len(x.shape) != rank:
        raise RuntimeError("rank")

class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.l = Linear(3, 2)
    def call(self, x) -> Outputs:
        return Outputs(q_values=self.l(x))

class Agent:
    def __init__(self, network, optimizer):
        self._net = network
        self._opt = optimizer
        self._loss_t = np.nan
    def learn(self, transitions: Transition) -> None:
        s, a, r = self._calc_loss_data(transitions)
        loss = self._learn_body(s, a, r)
        self._loss_t = loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, s, a, r):
        with tf.GradientTape() as tape:
            loss = self._calc_loss(s, a, r)
        grads = tape.gradient(loss, self._opt.params)
        self._opt.apply(grads)
        return loss
    def _calc_loss_data(self, transitions: Transition):
        s = tf.cast(from_array(transitions.s), tf.float32)
        a = tf.cast(from_array(transitions.a), tf.int64)
        r = tf.cast(from_array(transitions.r), tf.float32)
        return s, a, r

    def _calc_loss(self, s, a, r) -> tf.Tensor:
        """Loss."""
        assert_rank(s, 2)
        q = self._net(s).q_values
        return tf.reduce_mean(tf.square(tf.gather(q, a, batch_dims=1) - r))

net = Net()
for p in net.trainable_variables:
    p.assign(
        tf.cast(tf.reshape(tf.range(p.shape.num_elements(), dtype=tf.int64), tf.shape(p)), tf.float32) * 0.1 + 0.1
    )
agent = Agent(net, Adam(net.trainable_variables, lr=0.01))
for i in range(3):
    agent.learn(Transition(np.arange(6.0).reshape(2, 3), np.array([0, 1]), np.array([1.0, 0.5])))
    print(round(agent._loss_t, 4))
