import torch
import torch.nn as nn
import torch.nn.functional as F


def constant(value):
    net = nn.Linear(2, 1)
    nn.init.constant_(net.weight, value)
    nn.init.constant_(net.bias, 0.0)
    return net


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.q1, self.q2 = constant(0.5), constant(0.5)

    def forward(self, x):
        return self.q1(x), self.q2(x)

    def smallest(self, x):
        return torch.min(*self(x))


twin, target = Twin(), Twin()
optimizer = torch.optim.SGD(twin.parameters(), lr=0.1)
for step in range(3):
    x = torch.tensor([[1.0, 2.0], [0.0, 0.0], [1.0, -1.0]])
    with torch.no_grad():
        wanted = 0.9 * torch.min(*target(x)) + 1.0
    loss = F.mse_loss(twin.smallest(x), wanted) + torch.minimum(*twin(x)).mean()
    loss = (
        loss
        + 0.1 * torch.cat(twin(x), 1).max(1)[0].sum()
        + 0.1 * torch.cat(twin(x), 1).std(1).mean()
    )
    loss = loss + 0.1 * (twin.q1(x) - twin.q2(x)).norm(dim=1).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), [p.flatten().tolist() for p in twin.parameters()])
