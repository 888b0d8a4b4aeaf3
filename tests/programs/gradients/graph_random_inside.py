import torch


def langevin(x, noise: torch.Tensor, lr=0.1):
    x = x.detach().requires_grad_()
    y = -0.5 * ((x - 1) ** 2).sum()
    g = torch.autograd.grad([y], [x])[0]
    if (g.norm() > 1).item():
        g = g / g.norm()
    return (x + lr * g + noise).detach()


def ranked(x):
    x = x.detach().requires_grad_()
    y = (x * x).sum()
    (g,) = torch.autograd.grad(y, x)
    print("graph", len(x))
    return g


x = torch.tensor([3.0, 2.0])
for k in range(4):
    x = langevin(x, torch.full((2,), 0.01 * k))
    print([round(v, 5) for v in x.tolist()])
    print(ranked(x).sum().item())
