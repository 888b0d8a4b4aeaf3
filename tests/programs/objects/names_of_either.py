# told: P103
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x)

    def loss(self, x):
        return self(x).mean()


class Other:
    def forward(self, x):
        return x

    def loss(self, x):
        return x.mean()


def by_forward(m, x):
    return m.forward(x).mean()


def by_loss(m, x):
    return m.loss(x)


for m in [Net(), Other()]:
    print(by_forward(m, torch.ones(2, 3)).item(), by_loss(m, torch.ones(2, 3)).item())
print(hasattr(Net(), "loss"), getattr(Net(), "forward")(torch.ones(1, 3)).shape[0])
