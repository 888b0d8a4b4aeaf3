import functools

import torch
import torch.nn as nn
import torch.nn.functional as F

LOG = []


def counted(fn):
    def wrapper(*args):
        wrapper.calls += 1
        return fn(*args)

    wrapper.calls = 0
    return wrapper


def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        LOG.append(fn.__name__)
        return fn(*args, **kwargs)

    return wrapper


def noisy(fn):
    seed = [0]

    def wrapper(x):
        seed[0] += 1
        return fn(x + 0.1 * seed[0])

    return wrapper


def clipped(limit):
    def decorate(fn):
        def wrapper(*args):
            return fn(*args).clamp(max=limit)

        return wrapper

    return decorate


def detached(fn):
    def wrapper(*args):
        return fn(*args).detach()

    return wrapper


@counted
def mse(out, y):
    return F.mse_loss(out, y)


@noisy
def shift(x):
    return x * 2


@clipped(0.8)
def errors(out, y):
    return ((out - y) ** 2).squeeze(1)


@detached
def target(net, x):
    return net(x) * 0.5 + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        for p in self.parameters():
            p.data.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))

    def forward(self, x):
        return self.fc(shift(x))


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        for p in self.net.parameters():
            p.data.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    @logged
    def loss(self, x, y):
        return F.mse_loss(self.net(x), y)

    def update(self, x, y):
        loss = self.loss(x, y) + errors(self.net(x), y).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def settle(self, x):
        loss = F.mse_loss(self.net(x), target(self.net, x))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
y = torch.tensor([[1.0], [0.0]])
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(3):
    loss = mse(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4), mse.calls)
agent = Agent()
for _ in range(3):
    print(round(agent.update(x, y), 4), len(LOG), round(agent.settle(x), 4))
