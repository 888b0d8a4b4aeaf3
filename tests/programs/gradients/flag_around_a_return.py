import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
x = torch.tensor([[1.0, -0.5], [0.2, 0.4]])


def error(volatile=False):
    with torch.set_grad_enabled(not volatile):
        out = net(x)
        return out.pow(2).mean()


for _ in range(3):
    loss = error() + 0.1 * error(True) * net.bias.sum()
    net.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
    print(round(loss.item(), 5), round(error(True).item(), 5))
