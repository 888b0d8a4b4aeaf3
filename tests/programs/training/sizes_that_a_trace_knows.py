"""Ranks, shapes and counts in conditions and asserts of what is traced; batches of other sizes."""
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(5, 1)
        nn.init.constant_(self.layer.weight, 0.2)
        nn.init.constant_(self.layer.bias, 0.1)

    def forward(self, state, action):
        several = False
        size = state.shape[0]
        if action.ndim == 3 and state.ndim == 2:
            several = True
            state = state.unsqueeze(1).repeat(1, action.shape[1], 1).reshape(-1, state.shape[-1])
            action = action.reshape(-1, action.shape[-1])
        assert tuple(state.shape[1:]) == (3,)
        assert list(action.shape)[-1] == 2 and action.numel() > 1
        value = torch.tanh(self.layer(torch.cat([state, action], dim=-1)).squeeze(-1))
        if several:
            value = value.reshape(size, -1)
        if value.ndimension() == 2:
            value = value * 2.0
        if value.nelement() > 3:
            value = value + value.ndim
        return value


class Agent:
    def __init__(self):
        self.critic = Critic()
        self.opt = torch.optim.SGD(self.critic.parameters(), lr=0.05)

    def update(self, state, action):
        value = self.critic(state, action)
        assert tuple(value.shape) == tuple(state.shape[:1]) + tuple(action.shape[1:-1])
        loss = value.pow(2).sum() / value.numel() + value.dim()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 5)


agent = Agent()
for size in (2, 5, 1, 5):
    state = torch.linspace(-1, 1, size * 3).reshape(size, 3)
    print(agent.update(state, torch.linspace(0, 1, size * 2).reshape(size, 2)))
    print(agent.update(state, torch.linspace(0, 1, size * 8).reshape(size, 4, 2)))
try:
    agent.update(torch.zeros(2, 4), torch.zeros(2, 1))
except AssertionError:
    print(0)
