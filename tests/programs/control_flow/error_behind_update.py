import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [np.arange(6, dtype=np.float32).reshape(2, 3) * 0.1 * i for i in range(1, 5)]
with torch.no_grad():
    net.weight.fill_(0.3)
    net.bias.fill_(0.1)


def check(i):
    if i == 2:
        raise ValueError(i)


def train():
    loss = torch.zeros(())
    kept = []
    for i, rows in enumerate(data):
        x = torch.from_numpy(rows)
        try:
            loss = (net(x) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            check(i)
            loss = torch.ones(())
        except ValueError:
            kept.append(loss.item())
    return kept, loss


kept, loss = train()
print([round(k, 5) for k in kept], round(loss.item(), 5))
