"""torch's layers cast nothing that they are called with: Keras's made floats of doubles."""

import numpy as np
import torch
from torch import nn

ACTS = {"tanh": nn.Tanh, "relu": nn.ReLU}


class Error(nn.Module):
    def forward(self, x, y):
        return ((x - y) ** 2).mean()


class Gate(nn.Module):
    def __init__(self, name):
        super().__init__()
        setattr(self, name, nn.Parameter(torch.tensor(0.1, dtype=torch.float64)))
        self.name, self.act = name, nn.Sequential(nn.Identity(), ACTS["tanh"]())

    def forward(self, x):
        return self.act(x * getattr(self, self.name))


def tell(name, x):
    print(name, x.dtype == torch.float64, round(x.sum().item() * 1e9) / 1e5)


x = torch.as_tensor(np.linspace(-1, 1, 12).reshape(3, 4) / 3)
for name, act in ACTS.items():
    tell(name, nn.Sequential(act(), nn.Flatten())(x))
tell("error", Error()(x, x * 0.3))
tell("gate", Gate("w")(x))
for layer in (
    nn.Softmax(dim=1),
    nn.LogSoftmax(dim=1),
    nn.Sigmoid(),
    nn.Dropout(0.0),
    nn.Unflatten(1, (2, 2)),
):
    tell("layer", layer(x))
tell("pool", nn.MaxPool1d(2)(x.unsqueeze(0)))
tell("similar", nn.CosineSimilarity(dim=1)(x + 1, x.abs()))
