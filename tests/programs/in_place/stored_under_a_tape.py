# Gradients go through what is stored: into an attribute, and into a name in the general form.
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Rollout:
    def __init__(self, n):
        self.values = torch.zeros(n)
        self.n = n

    def reset(self):
        self.values = torch.zeros(self.n)

    def put(self, t, v):
        self.values[t] = v

    def loss(self):
        return (self.values - 1.0).pow(2).mean()


def state(rng):
    return torch.from_numpy(rng.normal(size=3).astype(np.float32))


def network():
    net = nn.Linear(3, 1)
    with torch.no_grad():
        net.weight.copy_(torch.tensor([[0.1, -0.2, 0.3]]))
        net.bias.fill_(0.05)
    return net


def finish(loss, optimizers):
    for optimizer in optimizers.values():
        optimizer.zero_grad()
    loss.backward()
    for optimizer in optimizers.values():
        optimizer.step()


def into_a_name():
    rng, net = np.random.default_rng(0), network()
    optimizers = {"net": optim.SGD(net.parameters(), lr=0.1)}
    for iteration in range(4):
        values = torch.zeros(4)
        for t in range(4):
            values[t] = net(state(rng))[0]
        finish((values - 1.0).pow(2).mean(), optimizers)
        print(f"{values.sum().item():.4f} {net.weight.sum().item():.4f}")


def into_an_attribute():
    rng, net = np.random.default_rng(0), network()
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    rollout = Rollout(4)
    for iteration in range(4):
        rollout.reset()
        for t in range(4):
            rollout.put(t, net(state(rng))[0])
        loss = rollout.loss()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.4f} {net.weight.sum().item():.4f}")


into_a_name()
into_an_attribute()
