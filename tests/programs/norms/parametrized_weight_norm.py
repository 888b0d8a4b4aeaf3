# The weight is computed whenever it is read, also where another layer reads it.
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import weight_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = weight_norm(nn.Linear(3, 4), dim=None)
        self.second = weight_norm(nn.Linear(4, 3, bias=False), name="weight", dim=1)

    def forward(self, x):
        h = torch.tanh(self.first(x))
        return self.second(h) + F.linear(h, self.first.weight.t())


net = Net()
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.linspace(-0.4, 0.5, p.numel()).reshape(p.shape))
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
print([name for name in net.state_dict()])
print([name for name, _ in net.named_modules()])
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for i in range(3):
    opt.zero_grad()
    loss = (net(x) - x.flip(1)).pow(2).mean()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5))
    print([round(v, 4) for v in net.first.weight.flatten().tolist()])
twin = copy.deepcopy(net)
layer = copy.deepcopy(net.first)
layer.bias.data.fill_(2.0)
print([round(v, 4) for v in twin(x).flatten().tolist()])
print([round(v, 4) for v in layer(x).flatten().tolist()])
print([round(v, 4) for v in net.first(x).flatten().tolist()])
