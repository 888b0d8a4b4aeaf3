"""DQN on CartPole."""

import argparse
import copy
import random
from collections import deque

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.tensorboard import SummaryWriter


class QNetwork(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.fc1 = nn.Linear(states, 64)
        self.fc2 = nn.Linear(64, actions)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


class DQN:
    def __init__(self, states, actions):
        self.q = QNetwork(states, actions)
        self.target = copy.deepcopy(self.q)
        self.optimizer = torch.optim.Adam(self.q.parameters(), lr=1e-3)

    def act(self, state):
        with torch.no_grad():
            return self.q(torch.from_numpy(state).unsqueeze(0)).argmax(dim=1).item()

    def train(self, batch):
        states, actions, rewards, next_states, dones = map(np.array, zip(*batch))
        states, next_states = torch.from_numpy(states), torch.from_numpy(next_states)
        actions = torch.LongTensor(actions)
        rewards = torch.FloatTensor(rewards)
        dones = torch.FloatTensor(dones)
        with torch.no_grad():
            target = rewards + 0.99 * (1 - dones) * self.target(next_states).max(dim=1)[0]
        chosen = self.q(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = F.smooth_l1_loss(chosen, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3_000)
    parser.add_argument("--save", default="q.pth")
    args = parser.parse_args()

    env = gym.make("CartPole-v1")
    agent = DQN(4, 2)
    replay, writer = deque(maxlen=10_000), SummaryWriter("runs/dqn")
    state, _ = env.reset(seed=0)
    total = 0.0
    for step in range(args.steps):
        explore = random.random() < max(0.05, 1 - step / 2_000)
        action = env.action_space.sample() if explore else agent.act(state)
        next_state, reward, terminated, truncated, _ = env.step(action)
        replay.append((state, action, np.float32(reward), next_state, terminated))
        state, total = next_state, total + reward
        if terminated or truncated:
            writer.add_scalar("return", total, step)
            (state, _), total = env.reset(), 0.0
        if len(replay) >= 100:
            loss = agent.train(random.sample(replay, 64))
            writer.add_scalar("loss", loss, step)
        if step % 200 == 0:
            agent.target.load_state_dict(agent.q.state_dict())
    writer.close()
    torch.save(agent.q.state_dict(), args.save)


if __name__ == "__main__":
    main()
