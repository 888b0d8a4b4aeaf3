# told: P102 P104
import torch


def drift(x, out):
    x.requires_grad_(True)
    y = (torch.sin(x) * 2).sum()
    g = torch.autograd.grad(y, x)[0]
    out += g
    return g


x = torch.tensor([1.0, 2.0, 3.0])
total = torch.zeros(3)
for k in range(4):
    g = drift(x, total)
    print([round(v, 5) for v in g.tolist()], [round(v, 5) for v in total.tolist()], x.requires_grad)
