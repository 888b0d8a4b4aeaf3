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
from torch_compat import Adam, Linear, graph

critic1 = Linear(3, 1)
critic2 = Linear(3, 1)
optimizer1 = Adam(critic1.trainable_variables)
optimizer2 = Adam(critic1.trainable_variables)


def update(x, y):
    loss2 = tf.reduce_mean(tf.square(graph(critic2)(x) - y))
    # porter: P201 zero_grad() belongs to no update step that was ported
    optimizer2.zero_grad()
    # porter: P201 this backward gives gradients of critic2, and optimizer2 steps on those of critic1: it has nothing to do
    loss2.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer2.step()
# findings
# steps/other_parameters.py:14:5: P201 error zero_grad() belongs to no update step that was ported
# steps/other_parameters.py:15:5: P201 error this backward gives gradients of critic2, and optimizer2 steps on those of critic1: it has nothing to do -> give the optimizer the parameters of the network that the loss is computed with
# steps/other_parameters.py:16:5: P201 error step() belongs to no update step that was ported
