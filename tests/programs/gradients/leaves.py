import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([1.0, 3.0], requires_grad=True)
l = (
    torch.stack([a, b]).min(0)[0].sum()
    + torch.stack([a, b]).amin(0).sum()
    + torch.minimum(a, b).sum()
    + a.max(b).sum()
    + torch.clamp(a, max=2.0).sum()
    + torch.clamp(a, min=b.detach()).sum()
)
l.backward()
print(a.grad.tolist(), b.grad.tolist())
