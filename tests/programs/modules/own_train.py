"""Methods of nn.Module that a network overrides, and asks its base for: train(), eval() and others."""

import torch
import torch.nn as nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)
        self.layer = nn.Linear(2, 2)
        super().register_buffer("scale", torch.tensor([2.0, 3.0]))
        self.switched = 0

    def train(self, mode=True):
        super().train(mode)
        self.switched += 1
        self.norm.eval()
        return self

    def forward(self, x):
        return self.layer(self.norm(x)) * self.scale

    def parameters(self, recurse=True):
        return (p for p in super().parameters() if p.requires_grad)

    def state_dict(self):
        return {f"net.{name}": value for name, value in super().state_dict().items()}

    def load_state_dict(self, state):
        super().load_state_dict({name[4:]: value for name, value in state.items()})


class Heir(Frozen):
    def train(self, mode=True):
        super().train(mode)
        self.layer.training = False
        return self


class Around(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.drop = nn.Dropout(0.5)

    def eval(self):
        super().eval()
        self.drop.train()
        return self

    def forward(self, x):
        return self.inner(x)


def fill(net):
    with torch.no_grad():
        net.layer.weight.copy_(torch.eye(2))
        net.layer.bias.fill_(0.5)


x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
for cls in (Frozen, Heir):
    net = cls()
    fill(net)
    net.train()
    print(net(x).tolist(), net.training, net.norm.training, net.layer.training, net.switched)
    net.eval()
    print(net(x).tolist(), net.training, net.layer.training, net.switched)

inner = Frozen()
fill(inner)
net = Around(inner)
net.train()
print(net(x).tolist(), inner.norm.training, inner.layer.training, inner.switched)
net.eval()
print(net(x).tolist(), inner.layer.training, net.drop.training, inner.switched)
saved = inner.state_dict()
print(sorted(saved), len(list(inner.parameters())))
inner.load_state_dict({name: value + 1 for name, value in saved.items()})
print(inner(x).tolist())
optimizer = torch.optim.SGD(inner.parameters(), 0.1)
net.train()
loss = net(x).pow(2).mean()
net.zero_grad()
loss.backward()
optimizer.step()
print(loss.item(), net(x).tolist())
