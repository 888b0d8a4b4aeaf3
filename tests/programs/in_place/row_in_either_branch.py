"""A row is kept for the next turn, which reads it in a branch that stores into another row."""

import torch
from torch import nn


def returns(critic, rewards, states, done, gamma=0.9):
    with torch.no_grad():
        length = len(rewards)
        found = torch.zeros(size=[length])
        values = critic(states)
        running = 0
        for t in range(length - 1, -1, -1):
            if done[t] == 1 or t == length - 1:
                found[t] = values[t] * gamma + rewards[t]
            elif t == 2:
                found[t] = rewards[t]
            else:
                found[t] = running * gamma + rewards[t]
            running = found[t]
    return found.unsqueeze(dim=-1)


critic = nn.Linear(3, 1)
for p in critic.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.5, p.numel()).view(p.shape))
rewards = torch.tensor([1.0, 2.0, -1.0, 0.5])
for done in ([0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 1, 1]):
    print(returns(critic, rewards, torch.linspace(-1, 1, 12).view(4, 3), done).tolist())
