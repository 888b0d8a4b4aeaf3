# told: P102 P104
import torch


def leaf(a, flag):
    v = a.detach().clone().requires_grad_(flag)
    return v


w = torch.ones(3, requires_grad=True)
x = leaf(torch.ones(3), False)
loss = (w * x).sum()
loss.backward()
print(x.grad is None, x.requires_grad, w.grad.sum().item())
