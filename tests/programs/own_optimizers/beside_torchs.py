"""One optimizer of torch's and one of the program's own in one update, and gradients of both that are clipped."""

import torch
import torch.nn as nn


class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                state["step"] = state.get("step", 0) + 1
                mean = state.setdefault("count", 0)
                state["count"] = mean + 1
                p.data.add_(p.grad.data, alpha=-group["lr"] / state["step"])


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        self.critic = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
        for net in (self.actor, self.critic):
            for i, p in enumerate(net.parameters()):
                nn.init.constant_(p, 0.05 * (i + 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.01)
        self.critic_optimizer = Plain(self.critic.parameters(), lr=0.05)
        self.steps = 0

    def update(self, s, a, r):
        q = self.critic(torch.cat([s, a], 1))
        critic_loss = (q - r).pow(2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
        self.critic_optimizer.step()

        actor_loss = -self.critic(torch.cat([s, self.actor(s)], 1)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.steps += 1
        return critic_loss.item(), actor_loss.item()


agent = Agent()
s, a = torch.linspace(-1, 1, 12).view(4, 3), torch.linspace(-1, 1, 8).view(4, 2)
r = torch.linspace(0, 1, 4).view(4, 1)
for _ in range(4):
    print(
        *agent.update(s, a, r),
        agent.critic[0].weight.sum().item(),
        agent.actor[0].weight.sum().item(),
    )
