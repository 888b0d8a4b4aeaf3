import torch
import torch.nn as nn

w = nn.Parameter(torch.tensor([1.0, 2.0]))
l = nn.Linear(2, 1)
nn.init.ones_(l.weight)
print(
    isinstance(w, torch.Tensor),
    isinstance(l.weight, torch.Tensor),
    isinstance(w, (torch.Tensor, list)),
    torch.is_tensor(w),
)
print(len(w), [p.item() for p in w], [p.item() for p in l.weight[0]])
for a in w:
    print(a.item())
for i, a in enumerate(w):
    print(a.item() * i)
a, b = w
print(
    a.item(),
    w.masked_fill(w > 1, 0).tolist(),
    torch.where(w > 1, 0, w).tolist(),
    torch.maximum(w, torch.tensor(1)).tolist(),
)
print(
    isinstance(w.shape, tuple),
    isinstance(w.size(), torch.Size),
    list(w)[0].item(),
    max(w).item(),
    sum(w).item(),
    list(zip(w, [1, 2]))[1][1],
)


def f(v):
    if isinstance(v, torch.Tensor):
        return v.detach().sum().item()
    return v


print(f(w), f(3), f(l.weight), f(w * 2))
s = nn.Sequential(nn.Linear(1, 2), nn.ReLU(), nn.Linear(2, 1))
nn.init.ones_(s[0].weight)
nn.init.ones_(s[0].bias)
print(s[:2](torch.ones(1, 1)).tolist())
