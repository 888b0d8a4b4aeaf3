import copy

import torch
import torch.nn as nn


class PPO:
    def __init__(self):
        self.policy, self.old = nn.Linear(3, 1), nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)
        self.crit = torch.nn.functional.mse_loss

    def update(self, x):
        loss = self.crit(self.policy(x), self.old(x).detach() + 1)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


ppo = PPO()
for i in range(4):
    ppo.old = copy.deepcopy(ppo.policy)
    print(ppo.update(torch.ones(2, 3)))
    if i == 2:
        ppo.optimizer = torch.optim.SGD(ppo.policy.parameters(), lr=0.01)
        ppo.crit = torch.nn.functional.l1_loss
# output
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, l1_loss, mse_loss, one_op


class PPO:
    def __init__(self):
        self.policy, self.old = Linear(3, 1), Linear(3, 1)
        self.optimizer = SGD(self.policy.trainable_variables, lr=0.1)
        self.crit = mse_loss

    def update(self, x):
        loss = self._update_body(x, self.crit, self.old, self.optimizer)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, x, crit, old, optimizer):
        with tf.GradientTape() as tape:
            loss = crit(self.policy(x), tf.stop_gradient(old(x)) + 1)
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss


ppo = PPO()
for i in range(4):
    ppo.old = copy.deepcopy(ppo.policy)
    print(ppo.update(tf.ones([2, 3])))
    if i == 2:
        ppo.optimizer = SGD(ppo.policy.trainable_variables, lr=0.01)
        ppo.crit = l1_loss
