"""Python's float, int and bool as dtypes, by position too."""

import torch

x = torch.arange(4.0) - 1
print((x > 0).to(float).mean().item(), x.to(int).tolist(), (~x.to(bool)).tolist())
print(
    torch.zeros(3, dtype=float).dtype == torch.float64,
    torch.ones(2, dtype=int).sum().item(),
    torch.tensor([1, 0], dtype=bool).tolist(),
)
print(x.to(dtype=bool).sum().item())
print(
    torch.full((2,), 1, dtype=float).mean().item(),
    x.mean(dtype=float).item(),
    x.sum(dtype=int).item(),
)
t = float
print(x.to(t).dtype == torch.float64, torch.as_tensor([1, 2], dtype=float).mean().item())
print(
    torch.empty(2, dtype=bool).shape[0],
    x.new_zeros(2, dtype=int).tolist(),
    torch.zeros_like(x, dtype=bool).any().item(),
)
