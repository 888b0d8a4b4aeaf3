import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.3)
        nn.init.constant_(self.l.bias, 0.3)
        self.scale = None

    def forward(self, x):
        if self.scale is None:
            self.scale = nn.Parameter(torch.ones(1) * 2)
        return self.l(x) * self.scale


class Stats(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.3)
        nn.init.constant_(self.l.bias, 0.3)

    def forward(self, x):
        if not hasattr(self, "mean"):
            self.register_buffer("mean", x.mean(0))
        return self.l(x - self.mean)


for cls in (Net, Stats):
    net = cls()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for k in range(3):
        loss = (net(torch.tensor([[1.0, 2.0], [3.0, 5.0]]) * (k + 1)) - 1).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(round(loss.item(), 5), len(list(net.parameters())), len(net.state_dict()))
