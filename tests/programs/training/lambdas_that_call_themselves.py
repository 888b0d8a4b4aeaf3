import torch
import torch.nn as nn


class Itself(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = nn.Parameter(torch.ones(3))

    def forward(self, x):
        f = lambda t, n=2: t if n == 0 else f(t * 2, n - 1)
        return f(x) * self.g


class EachOther(Itself):
    def forward(self, x):
        f = lambda t, n: t if n == 0 else g(t, n)
        g = lambda t, n: f(t * 2, n - 1)
        return f(x, 2) * self.g


x = torch.tensor([[0.1, 0.2, 0.3]])
for cls in (Itself, EachOther):
    net = cls()
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(3):
        loss = net(x).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(round(loss.item(), 5))
    print([round(v, 5) for v in net.g.tolist()])
