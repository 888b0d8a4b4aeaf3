"""Gradients add up, and a batch is skipped between its loss and its backward."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.zeros_(net.bias)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
skipped = 0
optimizer.zero_grad()
for i in range(8):
    x = torch.from_numpy(np.array([[i, 1], [2, -i]]).astype(np.float32) / 4)
    if i in (1, 4):
        x[0, 0] = float("nan")
    loss = (net(x) - 1).pow(2).mean() / 2
    if not torch.isfinite(loss):
        skipped += 1
        continue
    loss.backward()
    if i % 3 == 2:
        optimizer.step()
        optimizer.zero_grad()
        print(i, loss.item(), net.weight.tolist(), net.bias.item(), skipped)


def learn(batches, limit):
    """Returns at the first loss that is too high, with what was added until then."""
    optimizer.zero_grad()
    count = 0
    for x in batches:
        loss = (net(x) - 1).abs().mean()
        if loss > limit:
            break
        loss.backward()
        count += 1
    optimizer.step()
    return count


for limit in (0.4, 0.8, 5.0):
    batches = [torch.full((2, 2), float(k)) for k in range(3)]
    print(learn(batches, limit), net.weight.tolist(), net.bias.item())
