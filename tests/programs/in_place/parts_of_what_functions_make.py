"""Changed in place: parts of tuples that functions make, and of batches that nobody reads again."""

import numpy as np
import torch


class Buffer:
    def __init__(self):
        self.rows = [1.0, 2.0, 3.0]

    def sample(self):
        states = torch.tensor(self.rows)
        rewards = torch.tensor(self.rows) * 0.5
        return states, rewards


class Weighted:
    def __init__(self):
        self.rows = [1.0, 2.0, 3.0]

    def sample(self):
        indices = np.arange(3)
        picked = [self.rows[i] for i in indices]
        states = torch.FloatTensor(picked)
        rewards = torch.FloatTensor(picked).unsqueeze(1).squeeze(1)
        self.last = states
        return states, rewards, indices, None


class WeightedAgent:
    def __init__(self):
        self.memory = Weighted()

    def train(self, batch):
        states, rewards, indices, _ = batch
        rewards += states * 0.5
        rewards.clamp_(0.0, 4.0)
        return rewards.sum().item() + indices.sum().item()

    def step(self):
        batch = self.memory.sample()
        return self.train(batch) + self.memory.last.sum().item()


class Agent:
    def __init__(self, double):
        self.memory = Buffer()
        self.bonus = 0.25
        if double:
            self.learn = self.learn_double
        else:
            self.learn = self.learn_single

    def losses(self, states, rewards):
        value = (states * rewards).mean()
        entropy = states.sum()
        total = value - 0.1 * entropy
        return total, value.detach(), entropy

    def learn_single(self, batch):
        states, rewards = batch
        rewards += self.bonus
        loss, value, entropy = self.losses(states, rewards)
        for extra in (0.5, 0.25):
            loss += extra
        return loss, value, entropy

    def learn_double(self, batch):
        states, rewards = batch
        if self.bonus > 0:
            rewards *= 2.0
        loss, value, _ = self.losses(states, rewards)
        loss -= value
        return loss

    def step(self):
        batch = self.memory.sample()
        return self.learn(batch)


def constrained(parts, loss, delta):
    total = 0
    for part in parts:
        total += (part * 2.0).sum()
    return total.reshape(loss.shape), float(delta)


def policy_loss(x, flag):
    loss = (x * x).sum()
    if flag:
        new, kl = constrained([x], loss, 0.1)
    else:
        new = loss
    new -= 0.5
    return new


def errors(rows, scale):
    found = []
    with torch.no_grad():
        for row in rows:
            found.append(row * row)
        found = torch.cat(found, dim=0)
    if scale:
        found /= found.std() + 0.1
    return found


print([round(v.item(), 4) for v in Agent(False).step()])
print(round(Agent(True).step().item(), 4))
x = torch.tensor([1.0, 2.0])
print(round(policy_loss(x, False).item(), 4), round(policy_loss(x, True).item(), 4))
print([round(v, 4) for v in errors([x, x + 1], True).tolist()])
print(round(WeightedAgent().step(), 4))
