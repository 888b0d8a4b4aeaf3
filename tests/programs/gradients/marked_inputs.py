# Attacks and saliency maps mark their inputs by requires_grad_(), on a line of its own or behind
# what makes them.
import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.7, p.numel()).reshape(p.shape))


def fgsm(model, x, y, eps):
    x = x.clone().detach()
    x.requires_grad_()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    return (x + eps * x.grad.sign()).detach()


def saliency(model, x, index):
    x = x.reshape(2, 3).requires_grad_()
    score = model(x)[:, index].sum()
    model.zero_grad()
    score.backward()
    return x.grad.abs().max(dim=1)[0]


x = torch.linspace(-1, 1, 6).reshape(2, 3)
y = torch.tensor([0, 1])
print([round(v, 5) for v in fgsm(net, x, y, 0.1).flatten().tolist()])
print([round(v, 5) for v in saliency(net, x * 2, 1).flatten().tolist()])
image = torch.linspace(0, 1, 6).reshape(2, 3)
image.requires_grad_(True)
score = net(image)[:, 1].sum()
score.backward()
print([round(v, 5) for v in image.grad.flatten().tolist()])
