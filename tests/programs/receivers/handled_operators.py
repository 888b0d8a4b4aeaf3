import torch

x, y = torch.arange(6.0).view(2, 3), torch.zeros(2, 3)
try:
    z = x[5]
except (RuntimeError, IndexError):
    z = y + 3
try:
    w = x @ x
except RuntimeError:
    w = y + 4
print(float(z.sum()), float(w.sum()))
