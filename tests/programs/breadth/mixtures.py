"""A density network: a mixture whose weights, means and widths a network gives."""

import torch
import torch.distributions as D
import torch.nn as nn

net = nn.Linear(2, 6)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.07 - 0.3)
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
x = torch.arange(8.0).view(4, 2) * 0.3 % 0.7
y = torch.tensor([0.5, -1.0, 2.0, 0.1])


def mixture(h):
    return D.MixtureSameFamily(D.Categorical(logits=h[:, :2]), D.Normal(h[:, 2:4], h[:, 4:].exp()))


def update():
    loss = -mixture(net(x)).log_prob(y).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for _ in range(4):
    print(f"{update():.4f}")
with torch.no_grad():
    found = mixture(net(x))
    print([f"{v:.4f}" for v in [*found.mean.tolist(), *found.variance.tolist()]])
    print(list(found.sample((3,)).shape), list(found.batch_shape))

points = torch.arange(12.0).view(2, 3, 2)
wide = D.MixtureSameFamily(
    D.Categorical(torch.tensor([[0.2, 0.3, 0.5], [0.6, 0.2, 0.2]])),
    D.Independent(D.Normal(points, torch.ones(2, 3, 2)), 1),
)
print([f"{v:.4f}" for v in wide.log_prob(torch.ones(2, 2)).tolist()])
print(list(wide.sample().shape), list(wide.sample((5,)).shape), list(wide.event_shape))
