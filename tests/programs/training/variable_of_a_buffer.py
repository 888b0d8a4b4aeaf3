"""`Variable(self.noise)` is the buffer itself, which is another one at each update."""

import torch
from torch import nn
from torch.autograd import Variable


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.linspace(-0.5, 0.5, 6).view(2, 3))
        self.scale = nn.Parameter(torch.linspace(0.1, 0.4, 6).view(2, 3))
        self.register_buffer("noise", torch.zeros(2, 3))

    def reset(self, i):
        self.noise.copy_(torch.linspace(-1.0, 1.0 + i, 6).view(2, 3))

    def forward(self, x):
        weight = self.mean + self.scale.mul(Variable(self.noise))
        return nn.functional.linear(x, weight)


net = Noisy()
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)


def update(x):
    loss = net(Variable(x)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    net.reset(x.shape[0])
    return loss.item()


for i in range(4):
    print(update(torch.linspace(-1.0, 1.0, 3 * (i + 1)).view(-1, 3)), net.noise.sum().item())
print([p.sum().item() for p in net.parameters()])
