import torch

OPS = {"min": lambda a, b: torch.min(a, b), "max": lambda a, b: torch.maximum(a, b)}
x, y = torch.tensor([1.0, 5.0]), torch.tensor([2.0, 3.0], dtype=torch.float64)
for name in ("min", "max"):
    print(OPS[name](x, y).tolist())
