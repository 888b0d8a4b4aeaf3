"""REINFORCE that keeps what it computed while acting; one backward for each step."""

import random
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = []
        self.hidden = nn.Linear(2, 8)
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(8, 2)
        self.optimizer = optim.Adam(self.parameters(), lr=0.01)

    def forward(self, x):
        return F.softmax(self.out(self.drop(torch.tanh(self.hidden(x)))), dim=0)

    def put(self, step):
        self.steps.append(step)

    def learn(self):
        total = 0
        self.optimizer.zero_grad()
        for reward, prob in self.steps[::-1]:
            total = reward + 0.9 * total
            loss = -torch.log(prob) * total
            loss.backward()
        self.optimizer.step()
        self.steps = []


def main():
    policy = Policy()
    for _ in range(int(sys.argv[1])):
        place = random.random()
        while 0 < place < 1.2:
            prob = policy(torch.tensor([place, 1.0]))
            action = Categorical(prob).sample()
            place += 0.2 if action.item() else -0.15
            policy.put((place - 0.5, prob[action]))
        policy.learn()


if __name__ == "__main__":
    main()
