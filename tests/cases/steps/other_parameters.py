# An optimizer that was given the wrong network's parameters: its step() does nothing in torch.
import torch
import torch.nn.functional as F
from torch import nn

critic1 = nn.Linear(3, 1)
critic2 = nn.Linear(3, 1)
optimizer1 = torch.optim.Adam(critic1.parameters())
optimizer2 = torch.optim.Adam(critic1.parameters())


def update(x, y):
    loss2 = F.mse_loss(critic2.forward(x), y)
    optimizer2.zero_grad()
    loss2.backward()
    optimizer2.step()
# output
# An optimizer that was given the wrong network's parameters: its step() does nothing in torch.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, backward, recording, step, zero_grad

critic1 = Linear(3, 1)
critic2 = Linear(3, 1)
optimizer1 = Adam(critic1.trainable_variables)
optimizer2 = Adam(critic1.trainable_variables)


def update(x, y):
    with recording():
        loss2 = tf.reduce_mean(tf.square(critic2(x) - y))
        zero_grad(optimizer2)
        backward(loss2)
    step(optimizer2)
# findings
# steps/other_parameters.py:15:5: N403 note this update is ported as torch's autograd, in eager mode: this backward gives gradients of critic2, and optimizer2 steps on those of critic1: it has nothing to do -> give the optimizer the parameters of the network that the loss is computed with
