"""Lists of an object that the file's own lines fill, and that a function takes a loss from."""

import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(2, 1)
        nn.init.constant_(self.mean.weight, 0.3)
        nn.init.zeros_(self.mean.bias)
        self.saved = []

    def forward(self, x):
        return torch.distributions.Normal(self.mean(x), torch.ones(1))


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        nn.init.constant_(self.net.weight, 0.1)
        nn.init.zeros_(self.net.bias)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.1)
        self.log_probs = []

    def learn(self):
        loss = -torch.stack(self.log_probs).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.log_probs.clear()
        return loss.item()


policy = Policy()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)


def finish():
    loss = -torch.cat(policy.saved).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    del policy.saved[:]
    return loss.item()


for episode in range(3):
    for step in range(3):
        found = policy(torch.tensor([1.0, float(step)]))
        policy.saved.append(found.log_prob(torch.tensor([0.5])))
    print(f"{finish():.5f}")

agent = Agent()
for episode in range(2):
    for step in range(4):
        chances = agent.net(torch.tensor([1.0, float(step)])).log_softmax(-1)
        agent.log_probs.append(chances[step % 2])
        if step == 2:
            print(f"{agent.learn():.5f}")
