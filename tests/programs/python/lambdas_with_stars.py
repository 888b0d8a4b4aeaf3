"""Lambdas gather arguments as functions do: what they give is known, and `s` is no outer s."""

import torch


def storage(n, s):
    zeros = lambda *s, dtype=None: torch.zeros((n, 3, *s), dtype=dtype)
    filled = lambda value, *s, **options: torch.full((n, *s), value, **options)
    scaled = lambda x, *, by=s: x * by
    found = {
        "obs": zeros(2),
        "act": zeros(1, dtype=torch.long),
        "done": filled(1, 3, dtype=torch.uint8),
    }
    for name, x in found.items():
        print(name, tuple(x.shape), x.dtype == torch.long, (x / 2).sum().item())
    return scaled(found["obs"] + 1), scaled(found["act"] + 1, by=2)


for x in storage(2, torch.tensor([1.0, 2.0])):
    print(x.unsqueeze(0).size(), x.float().mean().item())
