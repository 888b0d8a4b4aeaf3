# A network whose to() moves tensors that are no buffers, as in a SAC that many projects have.
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.scale = torch.tensor([2.0, 0.5])

    def forward(self, x):
        return torch.tanh(self.layer(x)) * self.scale

    def to(self, device):
        self.scale = self.scale.to(device)
        return super(Policy, self).to(device)


class Value(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)
        self.device = "meta"

    def forward(self, x):
        return self.layer(x)

    def to(self, device):
        super().to(device)
        self.device = device
        return self


device = torch.device("cpu")
policy, value = Policy().to(device), Value().to(device)
with torch.no_grad():
    for net in (policy, value):
        for p in net.parameters():
            p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 + 0.1)
optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=0.01)
x = torch.arange(6.0).view(2, 3) / 10
for turn in range(3):
    loss = (policy(x).sum(1, keepdim=True) - value(x)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(
    str(value.device),
    round(sum(p.sum().item() for net in (policy, value) for p in net.parameters()), 4),
)
