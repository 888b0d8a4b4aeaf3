"""A small agent for the harness's tests: Q-learning in a corridor, with all that a run can have."""

import copy
import random
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Corridor:
    def __init__(self, length=6):
        self.length = length

    def reset(self):
        self.place = random.randrange(self.length - 1)
        return self.state()

    def step(self, action):
        self.place = max(0, self.place + (1 if action else -1))
        done = self.place == self.length - 1
        return self.state(), 1.0 if done else -0.1, done

    def state(self):
        return np.array([self.place / self.length, 1.0], dtype=np.float32)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 16)
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))


class Agent:
    def __init__(self, tau=0.1):
        self.net = Net()
        self.target = copy.deepcopy(self.net)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)
        self.tau = tau

    def act(self, state):
        with torch.no_grad():
            return self.net(torch.tensor(state)).argmax().item()

    def train(self, states, actions, rewards, next_states, dones):
        states = torch.tensor(states, dtype=torch.float32)
        next_states = torch.tensor(next_states, dtype=torch.float32)
        actions = torch.tensor(actions, dtype=torch.int64).unsqueeze(1)
        rewards = torch.tensor(rewards, dtype=torch.float32)
        dones = torch.tensor(dones, dtype=torch.float32)
        with torch.no_grad():
            noise = 0.01 * torch.randn_like(rewards)
            best = self.target(next_states).max(1)[0]
            expected = rewards + noise + 0.9 * (1 - dones) * best
        q = self.net(states).gather(1, actions).squeeze(1)
        loss = F.mse_loss(q, expected)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        for p, t in zip(self.net.parameters(), self.target.parameters()):
            t.data.copy_(self.tau * p.data + (1 - self.tau) * t.data)


def main():
    env, agent = Corridor(), Agent()
    memory = []
    state = env.reset()
    for step in range(int(sys.argv[1])):
        action = random.randrange(2) if random.random() < 0.3 else agent.act(state)
        next_state, reward, done = env.step(action)
        memory.append((state, action, reward, next_state, float(done)))
        state = env.reset() if done else next_state
        if step >= 8:
            agent.train(*map(np.array, zip(*random.sample(memory, 8))))
    print("trained")


if __name__ == "__main__":
    main()
