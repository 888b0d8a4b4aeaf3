import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(2, 1), nn.Linear(2, 1)
        for n, v in ((self.actor, 0.3), (self.critic, -0.2)):
            nn.init.constant_(n.weight, v)
            nn.init.constant_(n.bias, 0.1)
        self.opts = {
            "actor": torch.optim.Adam(self.actor.parameters(), lr=0.05),
            "critic": torch.optim.Adam(self.critic.parameters(), lr=0.05),
        }
        self.log = []

    def minimize(self, name, loss):
        self.opts[name].zero_grad()
        loss.backward()
        self.opts[name].step()
        return loss.item()

    def critic_loss(self, x, y):
        return (self.critic(x).squeeze(-1) - y).pow(2).mean()

    def actor_loss(self, x):
        return (self.actor(x) * self.critic(x).detach()).mean()

    def both(self, x, y):
        return {
            "critic": self.minimize("critic", self.critic_loss(x, y)),
            "actor": self.minimize("actor", self.actor_loss(x)),
        }

    def kept(self, x, y):
        log = self.log
        log.append(self.minimize("critic", self.critic_loss(x, y)))
        total = 0.5
        total += self.minimize("actor", self.actor_loss(x))
        return total


agent = Agent()
x, y = torch.tensor([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]]), torch.tensor([1.0, 0.0, -1.0])
for i in range(3):
    print({k: round(v, 5) for k, v in agent.both(x, y).items()}, round(agent.kept(x, y), 5))
print(
    [round(v, 5) for v in agent.log], [round(v, 5) for v in agent.actor.weight.flatten().tolist()]
)
