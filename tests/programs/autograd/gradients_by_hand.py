# Gradients are read, scaled, summed, copied to another network, set and cleared by hand.
import torch
import torch.nn as nn

net, other = nn.Linear(3, 2), nn.Linear(3, 2)
with torch.no_grad():
    for p in [*net.parameters(), *other.parameters()]:
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1)
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
kept = {}


def norm_of(model):
    total = 0.0
    for p in model.parameters():
        if p.grad is not None:
            total += p.grad.data.norm(2).item() ** 2
    return total**0.5


def descend(model, lr):
    for name, p in model.named_parameters():
        kept[name] = 0.9 * kept[name] + p.grad if name in kept else p.grad.clone()
        p.data.add_(kept[name], alpha=-lr)
        p.grad = None


x = torch.arange(6.0).view(2, 3) / 10
for turn in range(3):
    loss = (net(x) - 1).pow(2).mean()
    loss.backward()
    loss = net(x).abs().mean()
    loss.backward()  # on top of it
    print(norm_of(net), norm_of(other))
    for theirs, ours in zip(other.parameters(), net.parameters()):
        theirs.grad = ours.grad * 0.5
    optimizer.step()
    net.weight.grad.mul_(2)
    net.bias.grad.data.clamp_(-0.1, 0.1)
    descend(net, 0.1)
    print(loss.item(), norm_of(net), other(x).sum().item())
