"""A loss that is a float or a double is multiplied by what nothing is known of."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
options = {"weights": [1.0, 0.5]}


def update(x, advantages, normal):
    if normal:
        advantages = ((advantages - advantages.mean()) / advantages.std()).astype(np.float64)
    advantages = torch.from_numpy(advantages)
    value = net(x).squeeze(1)
    policy = (value * advantages).mean()
    loss = policy * options["weights"][0] + 0.5 * (value - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


x = torch.arange(12.0).reshape(4, 3) / 10
for normal in (False, True, True):
    print(round(update(x, np.arange(4, dtype=np.float32), normal), 4))
