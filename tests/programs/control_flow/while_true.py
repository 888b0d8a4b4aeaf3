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
    i = 0
    while True:
        x = torch.from_numpy(data[i])
        out = net(x)
        loss = (out**2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        i += 1
        if i < 3:
            continue
        if loss.item() < 100:
            break
        out = None
    return round(out.sum().item(), 5)


print(train())
