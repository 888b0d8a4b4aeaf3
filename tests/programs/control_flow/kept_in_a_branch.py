# What a branch of the update may bind was bound before, and is read at the next turn.
import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [np.arange(6, dtype=np.float32).reshape(2, 3) * 0.1 * i for i in range(1, 7)]
with torch.no_grad():
    net.weight.fill_(0.3)
    net.bias.fill_(0.1)


def train(every):
    target = torch.zeros(2, 1)
    best = torch.zeros(())
    for i, rows in enumerate(data):
        x = torch.from_numpy(rows)
        if i % every == 0:
            target = net(x).detach() * 0.5
        loss = (net(x) - target).pow(2).mean()
        if i > 2:
            best = torch.maximum(best, loss.detach())
        opt.zero_grad()
        loss.backward()
        opt.step()
    return round(target.sum().item(), 4), round(best.item(), 4)


print(train(2), train(3))
