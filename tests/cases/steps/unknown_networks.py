# A loss that is a layer has nothing to train: where the network is not known, nothing is.
import torch
from torch import nn


def step(q1, q2, optimizer1: torch.optim.Optimizer, optimizer2: torch.optim.Optimizer, x, y):
    value1 = q1(x)
    value2 = q2(x)
    loss1 = nn.MSELoss()(value1, y)
    optimizer1.zero_grad()
    loss1.backward()
    optimizer1.step()
    loss2 = nn.SmoothL1Loss()(value2, y)
    optimizer2.zero_grad()
    loss2.backward()
    optimizer2.step()
    return loss1, loss2


torch.manual_seed(1)
critics = [nn.Linear(3, 1), nn.Linear(3, 1)]
optimizers = [torch.optim.Adam(critic.parameters()) for critic in critics]
for _ in range(5):
    step(*critics, *optimizers, torch.randn(4, 3), torch.randn(4, 1))
# output
# A loss that is a layer has nothing to train: where the network is not known, nothing is.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    MSELoss,
    SmoothL1Loss,
    backward,
    recording,
    step as torch_step,
    zero_grad,
)


def step(
    q1, q2, optimizer1: keras.optimizers.Optimizer, optimizer2: keras.optimizers.Optimizer, x, y
):
    with recording():
        value1 = q1(x)
        value2 = q2(x)
        loss1 = MSELoss()(value1, y)
        zero_grad(optimizer1)
        backward(loss1)
        torch_step(optimizer1)
        loss2 = SmoothL1Loss()(value2, y)
        zero_grad(optimizer2)
        backward(loss2)
    torch_step(optimizer2)
    return loss1, loss2


tf.random.set_seed(1)
critics = [Linear(3, 1), Linear(3, 1)]
optimizers = [Adam(critic.trainable_variables) for critic in critics]
for _ in range(5):
    step(*critics, *optimizers, tf.random.normal([4, 3]), tf.random.normal([4, 1]))
# findings
# steps/unknown_networks.py:11:5: N403 note this update is ported as torch's autograd, in eager mode: where loss1 is computed was not found: it is made of x, y, and nothing here is known to be a network -> compute here, from states and actions, what was computed before; annotate a network that is passed: net: nn.Module
