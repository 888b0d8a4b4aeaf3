"""`a, b = x`, `[*x]`, `list(x)`: a graph does not go over a tensor, which has its rows apart then."""

import torch
import torch.nn as nn


def both(pair):
    left, right = pair
    return left * right


class Edges(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x, edges):
        source, target = edges
        (first, second), rest = x[:2], x[2]
        head, *tail = x
        rows = torch.stack([*x]) + torch.stack(list(x)).flip(0)
        inner = self.layer(first * second + rest + head * tail[0]) + self.layer(rows)
        return inner.sum(0) + self.layer(x[source]) * self.layer(x[target])


net = Edges()
with torch.no_grad():
    net.layer.weight.copy_(torch.linspace(-1, 1, 6).view(2, 3))
    net.layer.bias.fill_(0.1)
x = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 0.2], [-0.3, 0.7, 1.1]])
edges = torch.tensor([[0, 1], [1, 2]])
print(net(x, edges).tolist(), both(edges).tolist(), both((x, x)).sum().item())
optimizer = torch.optim.SGD(net.parameters(), 0.01)
for _ in range(2):
    loss = net(x, edges).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
for _ in range(2):
    loss = net(x, edges).mean() + both(net(x, edges)[:2]).mean() + both((x, x)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
gradients = torch.func.grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x + 1)
left, right = gradients
print(left.sum().item(), right.sum().item(), len(gradients))
