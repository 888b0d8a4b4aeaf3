"""Three updates whose losses go on from what was computed before the first of them: in a graph, in
eager mode for what the host does between them, and with clipped gradients."""

import torch
from torch import nn


def network(inputs, outputs, scale):
    net = nn.Sequential(nn.Linear(inputs, 4), nn.Tanh(), nn.Linear(4, outputs))
    for i, p in enumerate(net.parameters()):
        p.data.copy_(scale * torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
    return net


class Agent:
    def __init__(self):
        self.policy, self.value = network(3, 2, 1.0), network(3, 1, 0.8)
        self.q1, self.q2, self.target = network(5, 1, 0.7), network(5, 1, 0.6), network(3, 1, 0.5)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.1)
        self.value_optimizer = torch.optim.Adam(self.value.parameters(), lr=0.1)
        self.q1_optimizer = torch.optim.Adam(self.q1.parameters(), lr=0.1)
        self.q2_optimizer = torch.optim.SGD(self.q2.parameters(), lr=0.1)

    def update(self, states, rewards):
        q1 = self.q1(torch.cat([states, rewards, rewards], 1))
        q2 = self.q2(torch.cat([states, rewards, rewards], 1))
        value = self.value(states)
        action = torch.tanh(self.policy(states))
        log_prob = -action.pow(2).sum(1, keepdim=True)

        wanted = rewards + 0.9 * self.target(states)
        q1_loss = (q1 - wanted.detach()).pow(2).mean()
        q2_loss = (q2 - wanted.detach()).pow(2).mean()
        self.q1_optimizer.zero_grad()
        q1_loss.backward()
        self.q1_optimizer.step()
        self.q2_optimizer.zero_grad()
        q2_loss.backward()
        self.between(q2_loss)
        self.q2_optimizer.step()

        both = torch.cat([states, action], 1)
        new_q = torch.min(self.q1(both), self.q2(both))
        value_loss = (value - (new_q - log_prob).detach()).pow(2).mean()
        self.value_optimizer.zero_grad()
        value_loss.backward()
        nn.utils.clip_grad_norm_(self.value.parameters(), 0.5)
        self.value_optimizer.step()

        policy_loss = (0.2 * log_prob - new_q).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        for p, q in zip(self.target.parameters(), self.value.parameters()):
            p.data.copy_(0.9 * p.data + 0.1 * q.data)
        return value_loss.item(), policy_loss.item(), new_q.mean().item()


class Plain(Agent):
    def between(self, loss):
        pass


class Told(Agent):
    def between(self, loss):
        print("loss", loss.item())


class Early(Told):
    """The target follows before the policy's loss."""

    def update(self, states, rewards):
        value = self.value(states)
        action = torch.tanh(self.policy(states))
        q1 = self.q1(torch.cat([states, rewards, rewards], 1))
        loss = (q1 - rewards).pow(2).mean()
        self.q1_optimizer.zero_grad()
        loss.backward()
        self.q1_optimizer.step()
        new_q = self.q1(torch.cat([states, action], 1))
        value_loss = (value - new_q.detach()).pow(2).mean()
        self.value_optimizer.zero_grad()
        value_loss.backward()
        self.value_optimizer.step()
        policy_loss = -new_q.mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return policy_loss.item()


for agent in (Plain(), Told(), Early()):
    for i in range(4):
        states = torch.linspace(-1.0, 1.0 + i, 12).view(4, 3)
        print(agent.update(states, states.sum(1, keepdim=True)))
    for net in (agent.policy, agent.value, agent.q1, agent.q2, agent.target):
        print([p.sum().item() for p in net.parameters()])
