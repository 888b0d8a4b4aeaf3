"""Actor and critic share an encoder, which is frozen with the actor."""

import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.out = encoder, nn.Linear(3, 1)

    def forward(self, x):
        return self.out(self.encoder(x))


encoder = nn.Linear(2, 3)
actor, critic = Head(encoder), Head(encoder)
actor.requires_grad_(False)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = critic(x).square().sum()
    loss.backward()
    optimizer.step()
# output
"""Actor and critic share an encoder, which is frozen with the actor."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op, set_trained, trained_gradient


class Head(TorchModel):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.out = encoder, Linear(3, 1)

    def call(self, x):
        return self.out(self.encoder(x))


encoder = Linear(2, 3)
actor, critic = Head(encoder), Head(encoder)
set_trained(actor, False)
optimizer = SGD(critic.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(critic(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x)
