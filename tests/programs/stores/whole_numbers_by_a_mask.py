import torch
import torch.nn as nn


def clip(d):
    d = d * 2
    d[d < 0] = 0
    return d


def clip2(x):
    d = x @ x.t()
    d[d < 0] = 0
    return d


def clip3(x):
    sq = torch.diag(x)
    d = sq.unsqueeze(0) - 2.0 * x + sq.unsqueeze(1)
    d[d < 0] = 0
    d[0] = 1
    d[:, 1] = 2
    d[d.eq(2)] = -1
    return d


def clip4(x):
    y = x.clone()
    y[y > 1] = 1
    y[0, 0] = 5
    return y


def outer(v):
    return clip(v).sum() + clip2(v).sum() + clip3(v).sum() + clip4(v).sum()


net = nn.Linear(3, 3)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, -0.1)
x = torch.cos(torch.arange(9.0)).view(3, 3)
print(round(clip(net(x)).sum().item(), 4), round(clip2(net(x)).sum().item(), 4), round(clip3(net(x)).sum().item(), 4))
print(round(outer(net(x)).item(), 4))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for k in range(3):
    loss = outer(net(x))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
