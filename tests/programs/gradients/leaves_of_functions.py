"""Tensors that become leaves where they are computed, in functions and in the script: each name is its own."""

import torch, torch.nn as nn, torch.nn.functional as F

x = torch.linspace(0, 1, 6).view(2, 3).requires_grad_()
y = x.flip(0).detach().clone().requires_grad_(True)
l = (x * y).sum() + (y**2).mean()
l.backward()
print(x.grad.tolist(), y.grad.tolist())


def saliency(net, img):
    img = img.clone().detach().requires_grad_(True)
    out = net(img).max(1)[0].sum()
    out.backward()
    return img.grad.abs().max(dim=1)[0]


net = nn.Linear(3, 2)
with torch.no_grad():
    net.weight.copy_(torch.linspace(-1, 1, 6).view(2, 3))
    net.bias.zero_()
print(saliency(net, torch.ones(2, 3)).tolist())


def pgd(net, x, t, eps=0.3, alpha=0.1, n=3):
    adv = x.clone().detach()
    for _ in range(n):
        adv.requires_grad_(True)
        loss = F.cross_entropy(net(adv), t)
        (g,) = torch.autograd.grad(loss, [adv])
        adv = adv.detach() + alpha * g.sign()
        adv = torch.min(torch.max(adv, x - eps), x + eps).clamp(0, 1)
    return adv


print(pgd(net, torch.tensor([[0.2, 0.5, 0.7], [0.1, 0.1, 0.9]]), torch.tensor([0, 1])).tolist())


def fgsm(net, x, t, eps):
    x = x.detach().clone().requires_grad_()
    loss = F.cross_entropy(net(x), t)
    net.zero_grad()
    loss.backward()
    return torch.clamp(x + eps * x.grad.data.sign(), 0, 1).detach()


print(
    fgsm(net, torch.tensor([[0.2, 0.5, 0.7], [0.1, 0.1, 0.9]]), torch.tensor([0, 1]), 0.1).tolist()
)
z = torch.zeros(2, 3).normal_(0, 0.0).requires_grad_()
opt = torch.optim.Adam([z], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = (net(z) - torch.tensor([1.0, 0.4])).pow(2).sum()  # no sum that cancels to 0
    loss.backward()
    opt.step()
print(z.tolist())
