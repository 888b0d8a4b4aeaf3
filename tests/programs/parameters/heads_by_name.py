import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.heads = nn.ModuleDict()
        nn.init.constant_(self.a.weight, 0.1)
        nn.init.constant_(self.a.bias, 0.1)

    def forward(self, x, name):
        if name not in self.heads:
            h = nn.Linear(2, 1)
            nn.init.constant_(h.weight, 0.5)
            nn.init.constant_(h.bias, 0.0)
            self.heads[name] = h
        return self.heads[name](self.a(x))


net = Net()
x = torch.ones(2, 2)
net(x, "p")
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for k in range(4):
    loss = net(x, "p" if k < 2 else "q").pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), len(net.heads))
