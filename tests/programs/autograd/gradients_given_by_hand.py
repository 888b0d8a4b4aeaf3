"""Gradients that the program computes itself, and an optimizer steps on: evolution strategies."""

import numpy as np
import torch
from torch import nn

mean = nn.Parameter(torch.arange(4) * 0.1)
optimizer = torch.optim.Adam([mean], lr=0.05)
noise = np.sin(np.arange(24)).reshape(6, 4).astype(np.float32)


def fitness(x):
    return -float(((x - 0.5) ** 2).sum())


for step in range(4):
    rewards = np.array([fitness(mean.detach().numpy() + 0.1 * one) for one in noise])
    ranks = rewards.argsort().argsort() / 5.0 - 0.5
    gradient = (ranks[:, None] * noise).mean(0) / 0.1
    optimizer.zero_grad()
    mean.grad = -torch.from_numpy(gradient).float()
    optimizer.step()
    print(step, rewards.mean(), mean.tolist())
