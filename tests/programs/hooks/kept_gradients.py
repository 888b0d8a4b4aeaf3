# The gradient of a tensor that is no leaf: kept by it, or taken by a hook in a forward hook.
import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.7, p.numel()).reshape(p.shape))
x = torch.linspace(-1, 1, 6).reshape(2, 3)
target = torch.tensor([0, 1])

h = net[1](net[0](x))
h.retain_grad()
out = net[2](h)
loss = F.cross_entropy(out, target)
loss.backward(retain_graph=True)
print([round(v, 5) for v in h.grad.flatten().tolist()], out.grad is None)
loss.backward()
print([round(v, 5) for v in h.grad.flatten().tolist()])
print([round(v, 5) for v in net[0].weight.grad.flatten().tolist()])

image = torch.linspace(0, 1, 6).reshape(2, 3)
image.requires_grad = True
score = net(image)[:, 1].sum()
score.backward()
print([round(v, 5) for v in image.grad.abs().flatten().tolist()])
