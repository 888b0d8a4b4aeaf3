"""A critic that is asked between its updates and when they are over; nothing is printed."""

import numpy as np
import torch
import torch.nn as nn


class Critic:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def get_action_and_value(self, state):
        q = self.net(torch.FloatTensor(state)).detach()
        return q.argmax().item(), q.max().item()

    def predict(self, states):
        with torch.no_grad():
            return {"mean": self.net(torch.FloatTensor(states)).mean(0), "of": len(states)}

    def evaluate(self, states, goals):
        return ((self.net(states) - goals) ** 2).mean()

    def train(self, states, goals):
        loss = self.evaluate(torch.FloatTensor(states), torch.FloatTensor(goals))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def evaluate_policy(critic, states):
    with torch.no_grad():
        values = critic.net(torch.FloatTensor(states))
    return values.std().item()


def main():
    rng = np.random.default_rng(0)
    critic = Critic()
    for _ in range(4):
        critic.train(rng.standard_normal((6, 3)), rng.standard_normal((6, 2)))
        critic.get_action_and_value(rng.standard_normal(3))
    critic.predict(rng.standard_normal((5, 3)))
    evaluate_policy(critic, rng.standard_normal((5, 3)))


if __name__ == "__main__":
    main()
