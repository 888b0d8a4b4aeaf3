# told: P103
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

    def forward(self, x):
        return self.fc(x)


REG = {}


def register(f):
    REG[f.__name__] = f
    return f


@register
def patch(model):
    first = model.forward
    model.forward = lambda x: first(x) * 2
    return model(torch.ones(2))


net = Net()
with torch.no_grad():
    for p in net.parameters():
        p.fill_(1.0)
print(REG["patch"](net).item())
