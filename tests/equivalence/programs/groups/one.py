"""One optimizer of two parameter groups, or one of each: `two.py` is the same program."""

import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(
    [{"params": actor.parameters()}, {"params": critic.parameters(), "lr": 3e-3}], lr=1e-3
)


def train(states, actions, returns):
    values = critic(states).squeeze(1)
    log_probs = torch.log_softmax(actor(states), 1)
    chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
    policy_loss = -(chosen * (returns - values.detach())).mean()
    loss = policy_loss + (returns - values).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for _ in range(6):
    train(torch.randn(5, 4), torch.randint(0, 2, (5,)), torch.randn(5))
