import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [np.arange(6, dtype=np.float32).reshape(2, 3) * 0.1 * i for i in range(1, 7)]
with torch.no_grad():
    net.weight.fill_(0.3)
    net.bias.fill_(0.1)


def train():
    last = torch.zeros(())
    out = []
    for i, rows in enumerate(data):
        if last.item() > 0.02:
            out.append(round(last.item(), 5))
        x = torch.from_numpy(rows)
        last = (net(x) ** 2).mean()
        opt.zero_grad()
        last.backward()
        opt.step()
        if i % 2:
            continue
        last = torch.zeros(())
    return out


print(train())
