import torch
import torch.nn as nn


class Batch:
    def __init__(self, n):
        self.obs = torch.linspace(0, 1, 12).reshape(4, 3)
        self.n = n


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        nn.init.constant_(self.fc.weight, 0.2)
        nn.init.constant_(self.fc.bias, 0.1)

    def forward(self, batch, *rest):
        k = 1.0
        for one in rest:
            if isinstance(one, (int, float)):
                k = k + one
            elif one is None:
                k = k + 0.5
            else:
                k = k + len(one)
        return torch.tanh(self.fc(batch.obs)) * batch.n * k


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(Agent(), nn.Tanh())
        self.b = Agent()

    def forward(self, batch, *rest):
        return self.a(batch) + self.b(batch, *rest)


nets = {"b": Agent()}
for key in sorted(nets):
    net = nets[key]
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in range(3):
        out = net(Batch(3), 2, "ab", 1.5)
        loss = (out ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(key, i, loss.item())
        with torch.no_grad():
            print(net(Batch(2), 1, "abc").sum().item())


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        nn.init.constant_(self.fc.weight, 0.2)
        nn.init.constant_(self.fc.bias, 0.1)

    def forward(self, x, scale, *more):
        return self.fc(x) * scale + sum(more)


net, rest = Scaled(), [1, 2.5]
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    out = net(torch.ones(2, 3), 3, *rest)
    loss = (out ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, loss.item())
    rest.append(i)
