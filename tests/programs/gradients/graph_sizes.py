import torch
from torch import nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)


def scores(x):
    x = x.detach().requires_grad_()
    y = torch.tanh(net(x)).sum()
    g = torch.autograd.grad(y, x)[0]
    return g / x.shape[0], y.detach()


def flat(x):
    y = torch.tanh(net(x)).mean()
    grads = torch.autograd.grad(y, net.parameters())
    return torch.cat([g.view(-1) for g in grads])


for n in (1, 3, 2, 5):
    x = torch.arange(2.0 * n).view(n, 2) / 10
    g, y = scores(x)
    print(tuple(g.shape), round(g.sum().item(), 5), round(y.item(), 5), [round(v, 5) for v in flat(x).tolist()])
with torch.no_grad():
    for p in net.parameters():
        p.add_(0.3)
x = torch.ones(2, 2)
print([round(v, 5) for v in scores(x)[0].flatten().tolist()])
