"""`self.target = self.soft_update(self.net, self.target)`: what a method hands back; and once another."""

import copy

import torch
from torch import nn


class Agent:
    def __init__(self, delay):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        for i, p in enumerate(self.net.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
        self.target = copy.deepcopy(self.net)
        self.best = self.kept(self.net, self.target)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.delay, self.count = delay, 0

    def kept(self, net, best):
        for p, q in zip(best.parameters(), net.parameters()):
            p.data.copy_(0.5 * q.data)
        return best

    def soft_update(self, net, target_net, tau):
        for p, q in zip(target_net.parameters(), net.parameters()):
            p.data.copy_(p.data * (1.0 - tau) + q.data * tau)
        return target_net

    def update(self, states):
        with torch.no_grad():
            goals = self.target(states).max(1)[0] + 1
        loss = (self.net(states).sum(1) - goals).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.count % self.delay == 0:
            self.target = self.soft_update(self.net, self.target, 0.1)
        self.count += 1
        return loss.item()


class Delayed(Agent):
    """The policy learns, and targets follow, at every second update."""

    def __init__(self):
        super().__init__(2)
        self.policy = nn.Linear(3, 3)
        self.policy.weight.data.fill_(0.1)
        self.policy.bias.data.fill_(0.2)
        self.policy_target = copy.deepcopy(self.policy)
        self.policy_optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def update(self, states):
        new_states = self.policy(states)
        goals = self.target(self.policy_target(states)).max(1)[0] + 1
        loss = (self.net(states).sum(1) - goals.detach()).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.count % self.delay == 0:
            policy_loss = -self.net(new_states).mean()
            self.policy_optimizer.zero_grad()
            policy_loss.backward()
            self.policy_optimizer.step()
            self.target = self.soft_update(self.net, self.target, 0.1)
            self.policy_target = self.soft_update(self.policy, self.policy_target, 0.1)
        self.count += 1
        return loss.item()


agent = Agent(2)
for i in range(5):
    print(agent.update(torch.linspace(-1.0, 1.0 + i, 15).view(5, 3)))
print(agent.target is agent.best, agent.best is agent.net)
print([p.sum().item() for p in agent.target.parameters()])
delayed = Delayed()
for i in range(5):
    print(delayed.update(torch.linspace(-1.0, 1.0 + i, 15).view(5, 3)))
for net in (delayed.target, delayed.policy_target, delayed.policy):
    print([p.sum().item() for p in net.parameters()])
