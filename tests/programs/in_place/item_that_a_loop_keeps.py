# told: P102
import torch

sums = {"a": torch.zeros(2), "b": torch.ones(2)}
seen = []
for name, value in sums.items():
    seen.append(value)
for name in sums:
    sums[name] += 1
print([value.sum().item() for value in seen])
