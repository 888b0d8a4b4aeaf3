# A hook scales the gradient of a tensor: the general form has what it makes of it.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


def network(*sizes):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layer = nn.Linear(a, b)
        with torch.no_grad():
            layer.weight.copy_(torch.linspace(-0.5, 0.6, a * b).reshape(b, a))
            layer.bias.fill_(0.1)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def data(rng, n=8):
    x = torch.from_numpy(rng.normal(size=(n, 3)).astype(np.float32))
    return x, x.sum(1, keepdim=True) * 0.5


def show(net, loss):
    print(f"{float(loss):.5f} {sum(p.abs().sum().item() for p in net.parameters()):.5f}")


rng = np.random.default_rng(0)
net = network(3, 4, 1)
opt = optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    x, y = data(rng)
    h = net[1](net[0](x))
    h.register_hook(lambda g: g * 0.5)
    loss = F.mse_loss(net[2](h), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    show(net, loss)
