"""Options of optimizers change between updates: a momentum, and the betas of one group of two."""

import torch
import torch.nn as nn

torch.manual_seed(0)
net, head = nn.Linear(3, 4), nn.Linear(4, 2)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
adam = torch.optim.Adam([{"params": [head.weight]}, {"params": [head.bias], "lr": 0.01}], lr=0.1)
x = torch.arange(12.0).reshape(4, 3) / 10


def update():
    loss = (head(torch.tanh(net(x))) ** 2).mean()
    sgd.zero_grad()
    adam.zero_grad()
    loss.backward()
    sgd.step()
    adam.step()
    return loss.item()


for k in range(6):
    if k == 2:
        for group in sgd.param_groups:
            group["momentum"] = 0.9
    if k == 4:
        adam.param_groups[1]["betas"] = (0.5, 0.9)
        adam.param_groups[1]["eps"] = 0.1
    print(update())
