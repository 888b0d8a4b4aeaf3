"""An actor and a critic, each with its optimizer, that learn from lists filled while acting."""

import random
import sys
from collections import namedtuple

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical

Step = namedtuple("Step", "log_prob value entropy")


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
        self.critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.01)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=0.02)
        self.saved = []
        self.rewards = []

    def act(self, state):
        state = torch.tensor(state)
        dist = Categorical(logits=self.actor(state))
        action = dist.sample()
        self.saved.append(Step(dist.log_prob(action), self.critic(state), dist.entropy()))
        return action.item()

    def learn(self):
        total = 0.0
        returns = []
        for reward in reversed(self.rewards):
            total = reward + 0.9 * total
            returns.insert(0, total)
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + 1e-8)
        actor_losses, critic_losses = [], []
        for step, target in zip(self.saved, returns):
            advantage = target - step.value.item()
            actor_losses.append(-step.log_prob * advantage - 0.01 * step.entropy)
            critic_losses.append(F.smooth_l1_loss(step.value, target.view(1)))
        actor_loss = torch.stack(actor_losses).sum()
        critic_loss = torch.stack(critic_losses).sum()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.saved = []
        self.rewards = []


def main():
    agent = Agent()
    for _ in range(int(sys.argv[1]) // 2):
        place = random.random()
        for _ in range(6):
            action = agent.act([place, 1.0])
            place += 0.2 if action else -0.15
            agent.rewards.append(place - 0.5)
        agent.learn()


if __name__ == "__main__":
    main()
