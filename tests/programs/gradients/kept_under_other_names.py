import numpy as np
import torch
import torch.nn as nn


def fill(net, low=-0.5, high=0.6):
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(low, high, p.numel()).view(p.shape))
    return net


class MLP(nn.Module):
    def __init__(self, n_in, n_out, hidden=8):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))



class Keeper:
    def __init__(self):
        self.last = {}

    def keep(self, net):
        for n, p in net.named_parameters():
            self.last[n] = p.grad

    def list_of(self, net):
        return [p.grad for p in net.parameters()]


net = fill(MLP(2, 1))
k = Keeper()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad(set_to_none=i == 0)
    net(torch.tensor([[0.5, 1.0]])).pow(2).mean().backward()
    k.keep(net)
    held = k.list_of(net)
    print([round(v.sum().item(), 4) for v in k.last.values()])
    net(torch.tensor([[0.5, 2.0]])).pow(2).mean().backward()
    print([round(v.sum().item(), 4) for v in k.last.values()], [round(v.sum().item(), 4) for v in held])
    opt.step()
