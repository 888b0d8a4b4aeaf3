# Whether a tensor holds a number: any of its elements is equal.
import torch
import torch.nn as nn


class Picked(nn.Module):
    def __init__(self, n, places):
        super().__init__()
        self.register_buffer("places", torch.tensor(places, dtype=torch.long))
        rest = [i for i in range(n) if not i in self.places]
        self.register_buffer("rest", torch.tensor(rest, dtype=torch.long))

    def forward(self, x):
        return x[:, self.places], x[:, self.rest]


def has(values, i):
    return i in values


net = Picked(5, [1, 3])
a, b = net(torch.arange(10.0).reshape(2, 5))
grid = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(a.tolist(), b.tolist(), has([1, 2], 3), 4 in torch.arange(3), 2 in torch.arange(3))
print(3 in grid, grid[0, 1] in grid, 5.0 not in grid, torch.tensor(2) in grid)

w = nn.Linear(2, 1)
with torch.no_grad():
    w.weight.fill_(0.5), w.bias.fill_(0.1)
optimizer = torch.optim.SGD(w.parameters(), lr=0.1)
for seen in (torch.tensor([0, 2]), torch.tensor([1, 2])):
    loss = w(grid).sum()
    if 1 in seen:
        loss = loss * 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
