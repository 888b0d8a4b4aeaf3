import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [np.arange(6, dtype=np.float32).reshape(2, 3) * 0.1 * i for i in range(1, 5)]
with torch.no_grad():
    net.weight.fill_(0.3)
    net.bias.fill_(0.1)


def train(n):
    i = 0
    while i < len(data):
        x = torch.from_numpy(data[i])
        loss = (net(x) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        i += 1
        if i == n:
            break
    else:
        return loss.item() + 1.0
    return loss.item()


print(round(train(2), 5), round(train(10), 5))
