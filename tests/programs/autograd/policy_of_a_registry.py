"""A policy of a class that only the program knows; its loss is weighted by settings."""

from argparse import Namespace

import torch
import torch.nn as nn


class Policy:
    def __init__(self, sizes):
        self.net = nn.Linear(*sizes)
        with torch.no_grad():
            self.net.weight.copy_(torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.5, -0.6]]))
            self.net.bias.zero_()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def evaluate(self, x):
        values = self.net(x)
        return values, values.abs().mean()


class Trainer:
    def __init__(self, args, policy, scale):
        self.entropy_coef = args.entropy_coef
        self.args = args
        self.scale = scale
        self.policy = policy

    def update(self, x, y):
        values, entropy = self.policy.evaluate(x)
        loss = (values - y).pow(2).mean()
        self.policy.optimizer.zero_grad()
        (loss * self.scale - entropy * self.entropy_coef * self.args.weights["entropy"]).backward()
        nn.utils.clip_grad_norm_(self.policy.net.parameters(), self.args.clip)
        self.policy.optimizer.step()
        return loss


POLICIES = {"plain": Policy}


def main(name):
    torch.manual_seed(0)
    policy = POLICIES[name]((3, 2))
    trainer = Trainer(Namespace(entropy_coef=0.1, clip=0.5, weights={"entropy": 2.0}), policy, 1.5)
    x = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
    for _ in range(3):
        print(trainer.update(x, torch.ones(2, 2)).item())
    print(policy.net.weight.detach().numpy())


main("plain")
