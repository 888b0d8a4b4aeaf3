import torch
import torch.optim as optim
from nets import Actor, Critic
from utils import create_target, polyak_update


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.actor_targ = create_target(self.actor)
        self.critic = Critic()
        self.critic_targ = create_target(self.critic)
        self.actor_optimizer = optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = optim.SGD(self.critic.parameters(), lr=0.1)

    def update(self, s, a, r, ns):
        with torch.no_grad():
            target = r + 0.9 * self.critic_targ(ns, self.actor_targ(ns))
        loss = torch.mean((self.critic(s, a) - target) ** 2)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        policy_loss = -self.critic(s, self.actor(s)).mean()
        self.actor_optimizer.zero_grad()
        policy_loss.backward()
        self.actor_optimizer.step()
        polyak_update(self.critic_targ, self.critic, 0.9)
        polyak_update(self.actor_targ, self.actor, 0.9)
        return loss.item(), policy_loss.item()


agent = Agent()
s = torch.linspace(-1, 1, 12).reshape(4, 3)
a = torch.linspace(1, -1, 8).reshape(4, 2)
r = torch.ones(4, 1)
for _ in range(3):
    print([round(v, 5) for v in agent.update(s, a, r, s * 0.5)])
