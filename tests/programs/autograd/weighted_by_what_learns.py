# told: P201
"""The weight of a loss is a result, which an object that is not known keeps: it has a gradient."""

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, policy, model):
        self.policy = policy
        self.model = model
        self.weight = model.cost(torch.ones(3))

    def weigh(self, x):
        self.weight = self.model.cost(x)

    def update(self, x):
        loss = self.policy.loss(x)
        self.policy.optimizer.zero_grad()
        (loss * self.weight).backward()
        self.policy.optimizer.step()
