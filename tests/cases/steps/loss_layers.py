# Losses that are layers have nothing to train: a step may wait behind them.
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
first, second = nn.Linear(3, 1), nn.Linear(3, 1)
optimizers = [torch.optim.Adam(critic.parameters()) for critic in (first, second)]
for _ in range(5):
    step(first, second, *optimizers, torch.randn(4, 3), torch.randn(4, 1))
# output
# Losses that are layers have nothing to train: a step may wait behind them.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, SmoothL1Loss, one_op


@one_op
@tf.function
def step_body(q1, q2, optimizer1, optimizer2, x, y):
    with tf.GradientTape(persistent=True) as tape:
        value1 = q1(x)
        value2 = q2(x)
        loss1 = MSELoss()(value1, y)
        loss2 = SmoothL1Loss()(value2, y)
    grads = tape.gradient(loss1, optimizer1.params)
    optimizer1.apply(grads)
    grads = tape.gradient(loss2, optimizer2.params)
    optimizer2.apply(grads)
    return loss1, loss2


def step(
    q1, q2, optimizer1: keras.optimizers.Optimizer, optimizer2: keras.optimizers.Optimizer, x, y
):
    loss1, loss2 = step_body(q1, q2, optimizer1, optimizer2, x, y)
    return loss1, loss2


tf.random.set_seed(1)
first, second = Linear(3, 1), Linear(3, 1)
optimizers = [Adam(critic.trainable_variables) for critic in (first, second)]
for _ in range(5):
    step(first, second, *optimizers, tf.random.normal([4, 3]), tf.random.normal([4, 1]))
