"""Double Q-learning from prioritised memories of several steps (Schaul et al., 2016)."""

import numpy as np
import torch
import torch.nn as nn


class Memory:
    """Draws by priority; the weights make up for it."""

    def __init__(self, capacity, alpha=0.6, beta=0.4):
        self.capacity, self.alpha, self.beta = capacity, alpha, beta
        self.items, self.priorities = [], np.zeros(capacity)

    def add(self, item):
        place = len(self.items)
        self.priorities[place] = self.priorities.max() or 1.0
        self.items.append(item)

    def sample(self, count):
        scaled = self.priorities[: len(self.items)] ** self.alpha
        probabilities = scaled / scaled.sum()
        rows = np.random.choice(len(self.items), count, p=probabilities)
        weights = (len(self.items) * probabilities[rows]) ** -self.beta
        weights = weights / weights.max()
        self.beta = min(1.0, self.beta + 0.05)
        return rows, weights, [np.array(column) for column in zip(*(self.items[i] for i in rows))]

    def update(self, rows, errors):
        self.priorities[rows] = np.abs(errors) + 1e-3


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


class Agent:
    def __init__(self):
        self.gamma, self.tau, self.steps = 0.95, 0.1, 3
        self.net, self.target = Net(), Net()
        self.target.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01, weight_decay=1e-3)
        self.updates = 0

    def train(self, memory):
        rows, weights, (states, actions, rewards, next_states, dones) = memory.sample(8)
        states = torch.FloatTensor(states)
        actions = torch.LongTensor(actions)
        rewards = torch.FloatTensor(rewards)
        next_states = torch.FloatTensor(next_states)
        dones = torch.FloatTensor(dones)
        weights = torch.FloatTensor(weights)

        q = self.net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            best = self.net(next_states).argmax(1, keepdim=True)
            next_q = self.target(next_states).gather(1, best).squeeze(1)
            goal = rewards + self.gamma**self.steps * (1 - dones) * next_q
        errors = goal - q
        loss = (weights * errors.pow(2)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(self.net.parameters(), 0.3)
        self.optimizer.step()
        memory.update(rows, errors.detach().numpy())

        self.updates += 1
        if self.updates % 2 == 0:
            for old, new in zip(self.target.parameters(), self.net.parameters()):
                old.data.copy_((1 - self.tau) * old.data + self.tau * new.data)


def n_step(rewards, gamma):
    total = 0.0
    for reward in reversed(rewards):
        total = reward + gamma * total
    return total


def main():
    np.random.seed(2)
    agent, memory = Agent(), Memory(64)
    for step in range(18):
        state, next_state = np.random.normal(size=(2, 4))
        reward = n_step(np.random.normal(size=agent.steps), agent.gamma)
        memory.add((state, np.random.randint(3), reward, next_state, float(step % 4 == 0)))
        if step >= 12:
            agent.train(memory)


if __name__ == "__main__":
    main()
