import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3, eps=1e-5)

    def learn(self, states, returns):
        loss = (self.net(states).squeeze(-1) - returns).pow(2).mean()

        self.optimizer.zero_grad()
        loss.backward()
        # keep the step small
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        return loss.item()
