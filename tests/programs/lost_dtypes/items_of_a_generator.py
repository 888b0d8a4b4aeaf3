import torch


def pairs():
    yield torch.arange(4), torch.linspace(0, 1, 4)
    yield torch.ones(4, dtype=torch.float64), torch.arange(4)


total = 0.0
for a, b in pairs():
    total += (a * b).sum().item()
print(total)
