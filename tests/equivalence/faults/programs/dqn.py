"""Q-learning with a target network that is copied now and then (Mnih et al., 2015)."""

import copy
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Corridor:
    """Walk right to the end; a step costs a little."""

    def reset(self):
        self.place = random.randrange(2)
        return self.state()

    def step(self, action):
        self.place = min(max(self.place + int(action) - 1, 0), 2)
        return self.state(), -0.1 if self.place < 2 else 1.0, self.place == 2

    def state(self):
        return np.array([self.place / 2, 1.0, (self.place % 2) - 0.5])


class Net(nn.Module):
    def __init__(self, state_dim, actions):
        super().__init__()
        self.hidden = nn.Linear(state_dim, 16)
        self.value = nn.Linear(16, 1)
        self.advantage = nn.Linear(16, actions)

    def forward(self, x):
        x = F.leaky_relu(self.hidden(x))
        advantage = self.advantage(x)
        return self.value(x) + advantage - advantage.mean(-1, keepdim=True)


class DQN:
    def __init__(self, state_dim, actions):
        self.net = Net(state_dim, actions)
        self.target = copy.deepcopy(self.net)
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=0.01, eps=1e-5)
        self.updates = 0

    def act(self, state):
        with torch.no_grad():
            return self.net(torch.FloatTensor(state)).argmax().item()

    def train(self, states, actions, rewards, next_states, dones):
        states = torch.FloatTensor(states)
        actions = torch.LongTensor(actions)
        rewards = torch.FloatTensor(rewards)
        next_states = torch.FloatTensor(next_states)
        dones = torch.FloatTensor(dones)

        q = self.net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            best = self.net(next_states).argmax(1)
            next_q = self.target(next_states).gather(1, best.unsqueeze(1)).squeeze(1)
            expected = rewards + 0.95 * (1 - dones) * next_q
        loss = F.smooth_l1_loss(q, expected)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        self.updates += 1
        if self.updates % 3 == 0:
            self.target.load_state_dict(self.net.state_dict())


def main():
    env, agent, memory = Corridor(), DQN(3, 3), []
    state = env.reset()
    for step in range(16):
        action = agent.act(state) if step % 2 else random.randrange(3)
        next_state, reward, done = env.step(action)
        memory.append((state, action, reward, next_state, float(done)))
        state = env.reset() if done else next_state
        if len(memory) > 8:
            agent.train(*map(np.array, zip(*random.sample(memory, 6))))


if __name__ == "__main__":
    main()
