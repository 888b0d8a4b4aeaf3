import torch
from torch import nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.0)
opt = torch.optim.SGD(net.parameters(), 0.1)
x = torch.tensor([[1.0, 2.0], [3.0, -1.0]])


def run(train):
    with torch.set_grad_enabled(train):
        loss = (net(x) - 1).pow(2).mean()
    if train:
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


for i in range(4):
    print(round(run(i % 2 == 0), 5))
