import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.action_head = nn.Linear(states, actions)

    def forward(self, x):
        return torch.softmax(self.action_head(x), dim=1)

    def get_log_prob(self, x, actions):
        return torch.log(self.forward(x).gather(1, actions.unsqueeze(1)))


class Wide(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.body = nn.Linear(states, 3)
        self.action_head = nn.Linear(3, actions)

    def forward(self, x):
        return torch.softmax(self.action_head(torch.tanh(self.body(x))), dim=1)

    def get_log_prob(self, x, actions):
        return torch.log(self.forward(x).gather(1, actions.unsqueeze(1)))


class Value(nn.Module):
    def __init__(self, states):
        super().__init__()
        self.head = nn.Linear(states, 1)

    def forward(self, x):
        return self.head(x)
