import torch
import torch.nn as nn


class Body(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.feature_dim = 8
        self.drop = nn.Dropout(1.0)
        self.fc = nn.Linear(n, 8)

    def forward(self, x):
        return torch.tanh(self.drop(self.fc(x)))


class VanillaNet(nn.Module):
    def __init__(self, out, body):
        super().__init__()
        self.head = nn.Linear(body.feature_dim, out)
        self.body = body

    def forward(self, x):
        return dict(q=self.head(self.body(x)))
