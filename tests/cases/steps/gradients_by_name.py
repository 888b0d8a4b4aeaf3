"""Gradients that are averaged through their attribute's name: nothing of the port has that."""

import numpy as np
import torch
import torch.nn as nn
from mpi4py import MPI


def flat(network, mode):
    what = "data" if mode == "params" else "grad"
    return np.concatenate([getattr(p, what).numpy().flatten() for p in network.parameters()])


def sync_grads(network):
    grads = flat(network, "grads")
    total = np.zeros_like(grads)
    MPI.COMM_WORLD.Allreduce(grads, total)
    start = 0
    for p in network.parameters():
        getattr(p, "grad").copy_(torch.tensor(total[start : start + p.numel()]).view_as(p))
        start += p.numel()


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def learn(self, states, targets):
        loss = (self.net(states) - targets).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        sync_grads(self.net)
        self.optimizer.step()
# output
"""Gradients that are averaged through their attribute's name: nothing of the port has that."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
import torch
from mpi4py import MPI
from torch_compat import Adam, Linear, backward, recording, step, zero_grad


def flat(network, mode):
    what = "data" if mode == "params" else "grad"
    # porter: P103 getattr() of what may be a tensor
    return np.concatenate([getattr(p, what).numpy().flatten() for p in network.parameters()])


def sync_grads(network):
    grads = flat(network, "grads")
    total = np.zeros_like(grads)
    MPI.COMM_WORLD.Allreduce(grads, total)
    start = 0
    for p in network.trainable_variables:
        # porter: P103 getattr() of what may be a tensor; P102 copy_() changes a tensor in place inside of an expression
        getattr(p, "grad").copy_(torch.tensor(total[start : start + p.numel()]).view_as(p))
        start += p.shape.num_elements()


class Agent:
    def __init__(self):
        self.net = Linear(3, 1)
        self.optimizer = Adam(self.net.trainable_variables)

    def learn(self, states, targets):
        with recording():
            loss = tf.reduce_mean(tf.square(self.net(states) - targets))
            zero_grad(self.optimizer)
            backward(loss)
        sync_grads(self.net)
        step(self.optimizer)
# findings
# steps/gradients_by_name.py:11:28: P103 error getattr() of what may be a tensor -> write x.sum for getattr(x, 'sum')
# steps/gradients_by_name.py:20:9: P102 error copy_() changes a tensor in place inside of an expression -> give it a line of its own
# steps/gradients_by_name.py:20:9: P103 error getattr() of what may be a tensor -> write x.sum for getattr(x, 'sum')
# steps/gradients_by_name.py:32:9: N403 note this update is ported as torch's autograd, in eager mode: it takes gradients from the parameters, by name: they are in a list here -> clear, differentiate and step in one block, on a loss that is computed there
