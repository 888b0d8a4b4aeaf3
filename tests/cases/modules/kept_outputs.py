"""What an encoder keeps of a forward pass under keys that a loop computes, read by a logger."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, num_layers, squash=True):
        super().__init__()
        self.num_layers, self.squash = num_layers, squash
        self.convs = nn.ModuleList([nn.Conv2d(2, 4, 3, stride=2)])
        for i in range(num_layers - 1):
            self.convs.append(nn.Conv2d(4, 4, 3, stride=1))
        self.fc = nn.Linear(4 * (11 - 2 * num_layers) ** 2, 3)
        self.outputs = dict()

    def forward_conv(self, obs):
        obs = obs / 255.0
        self.outputs["obs"] = obs
        conv = torch.relu(self.convs[0](obs))
        self.outputs["conv1"] = conv
        for i in range(1, self.num_layers):
            conv = torch.relu(self.convs[i](conv))
            self.outputs["conv%s" % (i + 1)] = conv
        return conv.view(conv.size(0), -1)

    def forward(self, obs, detach=False):
        h = self.forward_conv(obs)
        if detach:
            h = h.detach()
        out = self.fc(h)
        if self.squash:
            out = torch.tanh(out)
            self.outputs["tanh"] = out
        return out

    def log(self, logger, step):
        for k, v in self.outputs.items():
            logger.append((k, tuple(v.shape), round(v.sum().item(), 3)))
        for i in range(self.num_layers):
            logger.append(("w", round(self.convs[i].weight.sum().item(), 3)))


class Agent:
    def __init__(self):
        self.encoder = Encoder(3)
        self.head = nn.Linear(3, 1)
        parameters = [*self.encoder.parameters(), *self.head.parameters()]
        self.optimizer = torch.optim.Adam(parameters, lr=0.01)
        self.logger = []

    def act(self, obs):
        with torch.no_grad():
            return self.head(self.encoder(obs)).item()

    def update(self, obs, nxt, step):
        with torch.no_grad():
            target = self.head(self.encoder(nxt))
        loss = F.mse_loss(self.head(self.encoder(obs)), target + 1.0)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.encoder.log(self.logger, step)
        return loss.item()


agent = Agent()
for step in range(3):
    obs = torch.rand(2, 2, 19, 19)
    print(agent.update(obs, obs.flip(0), step), agent.act(obs[:1]))
# output
"""What an encoder keeps of a forward pass under keys that a loop computes, read by a logger."""

import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Conv2d, KeptOutputs, Linear, ModuleList, TorchModel, one_op


class Encoder(TorchModel):
    def __init__(self, num_layers, squash=True):
        super().__init__()
        self.num_layers, self.squash = num_layers, squash
        self.convs = ModuleList([Conv2d(2, 4, 3, stride=2)])
        for i in range(num_layers - 1):
            self.convs.append(Conv2d(4, 4, 3, stride=1))
        self.fc = Linear(4 * (11 - 2 * num_layers) ** 2, 3)
        self.outputs = KeptOutputs()

    def forward_conv(self, obs):
        obs = obs / 255.0
        self.outputs["obs"] = obs
        conv = tf.nn.relu(self.convs[0](obs))
        self.outputs["conv1"] = conv
        for i in range(1, self.num_layers):
            conv = tf.nn.relu(self.convs[i](conv))
            self.outputs["conv%s" % (i + 1)] = conv
        return tf.reshape(conv, [-1, math.prod(conv.shape[1:])])

    def call(self, obs, detach=False):
        h = self.forward_conv(obs)
        if detach:
            h = tf.stop_gradient(h)
        out = self.fc(h)
        if self.squash:
            out = tf.tanh(out)
            self.outputs["tanh"] = out
        return out

    def log(self, logger, step):
        for k, v in self.outputs.items():
            logger.append(
                (
                    k,
                    tuple(v.shape),
                    round(np.asarray(tf.reduce_sum(v) if tf.is_tensor(v) else v.sum()).item(), 3),
                ),
            )
        for i in range(self.num_layers):
            logger.append(("w", round(tf.reduce_sum(self.convs[i].weight).numpy().item(), 3)))


class Agent:
    def __init__(self):
        self.encoder = Encoder(3)
        self.head = Linear(3, 1)
        parameters = [*self.encoder.trainable_variables, *self.head.trainable_variables]
        self.optimizer = Adam(parameters, lr=0.01)
        self.logger = []

    def act(self, obs):
        return self._call_head(self._call_encoder(obs)).numpy().item()

    @one_op
    @tf.function
    def _call_encoder(self, obs):
        return self.encoder(obs)

    @one_op
    @tf.function
    def _call_head(self, x):
        return self.head(x)

    def update(self, obs, nxt, step):
        loss = self._update_body(obs, nxt)
        self.encoder.log(self.logger, step)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, obs, nxt):
        target = self.head(self.encoder(nxt))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.head(self.encoder(obs)) - (target + 1.0)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


agent = Agent()
for step in range(3):
    obs = tf.random.uniform([2, 2, 19, 19])
    print(agent.update(obs, tf.reverse(obs, [0]), step), agent.act(obs[:1]))
