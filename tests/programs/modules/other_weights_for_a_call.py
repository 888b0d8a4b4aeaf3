"""A network called with other weights: an inner step of MAML, and running statistics."""

import torch
from torch import nn
from torch.func import functional_call

net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Tanh(), nn.Linear(3, 1))
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape) * (i + 1) / 3)
x = torch.linspace(-1, 1, 8).reshape(4, 2)
y = x.sum(1, keepdim=True)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    weights = dict(net.named_parameters())
    inner = (functional_call(net, weights, (x,)) - y).pow(2).mean()
    grads = torch.autograd.grad(inner, list(weights.values()), create_graph=True)
    adapted = {name: w - 0.1 * g for (name, w), g in zip(weights.items(), grads)}
    loss = (functional_call(net, adapted, (x,)) + y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(inner.item(), 4), round(loss.item(), 4))
print([round(v, 4) for v in net[1].running_mean.tolist()], net[1].num_batches_tracked.item())
net.eval()
with torch.no_grad():
    doubled = {name: w * 2 for name, w in net.named_parameters()}
    print([round(v, 4) for v in functional_call(net, doubled, x).flatten().tolist()])
    print([round(v, 4) for v in net(x).flatten().tolist()])
