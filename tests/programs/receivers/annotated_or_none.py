"""A tensor or None by its annotation: what calls give tells the dtype."""

import torch


def mean(x: torch.Tensor, mask: torch.Tensor | None = None, *, dim: int = -1) -> torch.Tensor:
    if mask is None:
        mask = torch.ones_like(x, dtype=torch.bool)
    count = mask.sum(dim, keepdim=True).clamp(min=1)
    return (x * mask).sum(dim, keepdim=True) / count


x = torch.tensor([[1.0, 2.0, 3.0]])
print(mean(x).tolist(), mean(x, torch.tensor([[True, False, True]])).tolist())
