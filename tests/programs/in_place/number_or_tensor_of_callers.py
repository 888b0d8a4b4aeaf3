# told: P102
import torch


def walk(s, tree):
    for i in range(3):
        s -= tree[i]
    return s


tree = torch.tensor([1.0, 2.0, 3.0])
print(walk(10.0, tree).item())
start = torch.tensor(10.0)
print(walk(start, tree).item())
print(start.item())
