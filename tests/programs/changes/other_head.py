import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)
        self.head = nn.Linear(2, 1)
        fill(self)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Agent:
    def __init__(self):
        self.net = Net()
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


a = Agent()
print(a.update(X()))
a.net.head = fill(nn.Linear(2, 3), 0.6)
a.opt = torch.optim.SGD(a.net.parameters(), lr=0.1)
print(a.update(X()), a.update(X(1)), len(list(a.net.parameters())), len(a.net.state_dict()))
