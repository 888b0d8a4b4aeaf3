import torch
from torch import nn

net = nn.Linear(2, 2)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
scale = nn.Parameter(torch.tensor([0.5, -0.5]))
optimizer = torch.optim.SGD([*net.parameters(), scale], lr=0.1)


def own_values(x):
    y = torch.tanh(net(x)) * scale
    optimizer.zero_grad()
    y.backward(y)  # not differentiated
    optimizer.step()
    return y.sum().item()


def parameter(x):
    y = torch.tanh(net(x)).sum(0)
    optimizer.zero_grad()
    y.backward(gradient=scale)
    optimizer.step()
    return y.sum().item()


def added(x):
    y = torch.tanh(net(x))
    z = (y * scale).mean()
    optimizer.zero_grad()
    y.backward(torch.full((3, 2), 0.25), retain_graph=True)
    z.backward()
    optimizer.step()
    return z.item()


def signs(x):
    good, bad = net(x).mean(), net(-x).pow(2).mean()
    optimizer.zero_grad()
    one = torch.tensor(1.0)
    good.backward(one)
    bad.backward(-1 * one)
    optimizer.step()
    return good.item(), bad.item()


def unknown(x, weights):
    y = torch.tanh(net(x))
    optimizer.zero_grad()
    y.backward(weights["w"])
    optimizer.step()
    return y.sum().item()




def several(x):
    y = torch.tanh(net(x))
    z = y.sum() * scale.sum()
    optimizer.zero_grad()
    torch.autograd.backward([y, z], [torch.ones(3, 2) * 0.5, torch.tensor(2.0)])
    optimizer.step()
    return z.item()


x = torch.arange(6.0).view(3, 2) / 10
for k in range(3):
    print(round(own_values(x), 5), round(parameter(x), 5), round(added(x), 5))
    print([round(v, 5) for v in signs(x)], round(unknown(x, {"w": torch.ones(3, 2)}), 5))
    print(round(several(x), 5))
    print([round(v, 5) for v in net.weight.flatten().tolist()], [round(v, 5) for v in scale.tolist()])
