"""A batch is an episode, and no two episodes have the same length: one trace for all of them."""

import random
import sys

import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 8)
        self.out = nn.Linear(8, 2)

    def forward(self, x):
        return Categorical(logits=self.out(torch.tanh(self.hidden(x))))


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.optimizer = optim.Adam(self.policy.parameters(), lr=0.01)
        self.steps = []

    def act(self, state):
        with torch.no_grad():
            return self.policy(torch.tensor(state)).sample().item()

    def make_batch(self):
        states, actions, returns = [], [], []
        total = 0.0
        for state, action, reward in reversed(self.steps):
            total = reward + 0.9 * total
            states.append(state)
            actions.append(action)
            returns.append(total)
        self.steps = []
        return torch.tensor(states), torch.tensor(actions), torch.tensor(returns)

    def train(self):
        states, actions, returns = self.make_batch()
        dist = self.policy(states)
        loss = -(dist.log_prob(actions) * returns).mean() - 0.01 * dist.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main():
    agent = Agent()
    for episode in range(int(sys.argv[1])):
        place = random.random()
        for _ in range(3 + episode):
            action = agent.act([place, 1.0])
            agent.steps.append(([place, 1.0], action, place - 0.5))
            place = abs(place + (0.1 if action else -0.1))
        agent.train()


if __name__ == "__main__":
    main()
