import torch

x = torch.tensor(2.0, requires_grad=True)
(g,) = torch.autograd.grad(x**3, x, create_graph=True)
(h,) = torch.autograd.grad(g, x)
print(g.item(), h.item())
