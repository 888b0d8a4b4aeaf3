import torch
from torch import nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, weight):
    y = torch.tanh(net(x)).squeeze(-1)
    optimizer.zero_grad()
    y.backward(weight)
    optimizer.step()
    return y.sum().item()


def update2(x, weight):
    y = torch.tanh(net(x)).squeeze(-1)
    optimizer.zero_grad()
    y.backward(gradient=-weight.detach() * y.detach())
    optimizer.step()
    return y.sum().item()


def update3(x, weight):
    y = torch.tanh(net(x)).squeeze(-1)
    optimizer.zero_grad()
    torch.autograd.backward(y, weight)
    optimizer.step()
    return y.sum().item()


def update4(x, weight):
    y = torch.tanh(net(x)).squeeze(-1)
    optimizer.zero_grad()
    torch.autograd.backward([y], [weight])
    optimizer.step()
    return y.sum().item()


def update5(x, weight):
    y = torch.tanh(net(x)).mean()
    optimizer.zero_grad()
    y.backward(torch.tensor(-1.0))
    optimizer.step()
    return y.sum().item()


for k in range(4):
    x = torch.arange(6.0).view(3, 2) / 10
    for f in (update, update2, update3, update4, update5):
        print(round(f(x, torch.tensor([1.0, 0.0, -1.0]) * k), 5))
