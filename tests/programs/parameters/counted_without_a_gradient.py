import torch
import torch.nn as nn


class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g = nn.Parameter(torch.ones(n))
        self.register_buffer("steps", torch.zeros(1))
    def forward(self, x):
        self.steps += x.mean() * self.g.mean().detach()
        return x * self.g * (1 + self.steps)


class Silent(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g = nn.Parameter(torch.ones(n))
        self.register_buffer("steps", torch.zeros(1))
    def forward(self, x):
        with torch.no_grad():
            self.steps += x.mean() * self.g.mean()
        return x * self.g * (1 + self.steps)


x = torch.tensor([[0.1, 0.2, 0.3]])
for cls in (Scale, Silent):
    net = cls(3)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    for k in range(3):
        opt.zero_grad()
        loss = net(x).pow(2).sum()
        loss.backward()
        opt.step()
        print(round(loss.item(), 5), round(net.steps.item(), 5))
    print([round(v, 5) for v in net.g.tolist()])
