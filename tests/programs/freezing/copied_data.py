"""Weights, lists and numbers are copied where a network is frozen; so is a list of networks."""

import copy

import torch
import torch.nn as nn

nets = [nn.Linear(1, 1), nn.Linear(1, 1)]
for net in nets:
    nn.init.constant_(net.weight, 0.5)
    nn.init.zeros_(net.bias)
for p in nets[0].parameters():
    p.requires_grad = False
twins = copy.deepcopy(nets)
history = copy.deepcopy([1.0, [2.0]])
best = copy.deepcopy(nets[1].state_dict())
optimizer = torch.optim.SGD([*twins[0].parameters(), *twins[1].parameters()], lr=0.1)
for _ in range(3):
    loss = sum((twin(torch.ones(1, 1)) - 3).pow(2).sum() for twin in twins)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), [twin.weight.item() for twin in twins], history)
nets[1].load_state_dict(best)
print(nets[1].weight.item())
