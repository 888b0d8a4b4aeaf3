"""A buffer whose rows a policy gets, which gives new tensors back: it may be changed in place."""

import torch
import torch.nn as nn


class Categorical(torch.distributions.Categorical):
    def log_probs(self, actions):
        return super().log_prob(actions.squeeze(-1)).unsqueeze(-1)

    def mode(self):
        return self.probs.argmax(dim=-1, keepdim=True)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
        self.head, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)
        for p in self.parameters():
            p.data = torch.linspace(-0.3, 0.4, p.numel()).view_as(p)

    def act(self, inputs):
        hidden = self.base(inputs)
        found = Categorical(logits=self.head(hidden))
        action = found.mode()
        return self.critic(hidden), action, found.log_probs(action)


class Storage:
    def __init__(self, steps):
        self.obs = torch.zeros(steps + 1, 2, 2)
        self.values = torch.zeros(steps, 2, 1)

    def insert(self, step, obs, value):
        self.obs[step + 1].copy_(obs)
        self.values[step].copy_(value)


policy, storage = Policy(), Storage(3)
storage.obs[0].copy_(torch.eye(2))
for step in range(3):
    with torch.no_grad():
        value, action, log_prob = policy.act(storage.obs[step])
    storage.insert(step, storage.obs[step] * 0.9 + action, value + log_prob)
print(storage.obs.sum().item(), [f"{v:.5f}" for v in storage.values.flatten().tolist()])
