import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.3)
nn.init.constant_(net.bias, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def optimize(opt, loss):
    opt.zero_grad()
    loss.backward()
    opt.step()


def l(x):
    return net(x).pow(2).mean()


x = torch.ones(3, 2)
optimize(opt, l(x))
loss = l(x)
optimize(opt, loss)
if True:
    optimize(opt, net(x).mean())
print(round(net.weight.sum().item(), 5))
