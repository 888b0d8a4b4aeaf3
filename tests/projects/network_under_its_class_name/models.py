import torch
import torch.nn as nn


class net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(3, size)

    def forward(self, x):
        return torch.tanh(self.fc(x))
