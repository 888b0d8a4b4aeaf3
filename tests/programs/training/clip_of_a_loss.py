"""A clip of the loss in place of the parameters: a tensor holds no gradient, so it does nothing."""

import warnings

import torch
import torch.nn as nn
from torch.nn.utils import clip_grad_norm_

warnings.simplefilter("ignore")  # torch warns of the gradient of what is no leaf
torch.manual_seed(0)
policy = nn.Linear(3, 2)
with torch.no_grad():
    policy.weight.copy_(torch.arange(6.0).reshape(2, 3) / 10)
    policy.bias.zero_()
for episode in range(3):
    losses = []
    for step in range(2 + episode):
        losses.append(policy(torch.ones(1, 3) * step).tanh().sum())
    for loss in losses:
        optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        clip_grad_norm_(loss, 0.1)
        optimizer.step()
    print([round(value, 5) for value in policy.bias.tolist()])
