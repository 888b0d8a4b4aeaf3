import torch
import torch.nn.functional as F

x = torch.tensor([[2.0, 2.0, 2.0], [0.0, 0.0, 0.0], [1.0, 3.0, 3.0]], requires_grad=True)

(g,) = torch.autograd.grad(x.std(1).sum() + x.var(1).sum(), x)
print(g.tolist())
(g,) = torch.autograd.grad(x.norm(dim=1).sum() + torch.linalg.norm(x, dim=1).sum(), x)
print(g.tolist())
(g,) = torch.autograd.grad(x.max(1)[0].sum() + 2 * x.min(dim=1).values.sum(), x)
print(g.tolist())
(g,) = torch.autograd.grad(x.amax(1).sum() + x.median() + F.normalize(x, dim=1).sum(), x)
print(g.tolist())
(g,) = torch.autograd.grad(torch.max(x, 2 * torch.ones(3, 3)).sum(), x)
print(g.tolist())
(g,) = torch.autograd.grad(x.clamp(0.0, 2.0).sum() + torch.cdist(x, x).sum(), x)
print(g.tolist())
