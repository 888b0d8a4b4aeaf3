import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [np.arange(6, dtype=np.float32).reshape(2, 3) * 0.1 * i for i in range(1, 7)]
with torch.no_grad():
    net.weight.fill_(0.3)
    net.bias.fill_(0.1)


def run():
    total = torch.zeros(())

    def train(rows):
        nonlocal total
        x = torch.from_numpy(rows)
        loss = (net(x) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total = total + loss.detach()

    for rows in data:
        train(rows)
    return total.item()


print(round(run(), 4))
