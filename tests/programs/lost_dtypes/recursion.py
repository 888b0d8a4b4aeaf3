import torch


def tree_sum(t):
    if isinstance(t, (list, tuple)):
        total = tree_sum(t[0])
        for part in t[1:]:
            total = total + tree_sum(part)
        return total
    return t


x = [torch.arange(3), [torch.ones(3), torch.ones(3, dtype=torch.float64)]]
print(tree_sum(x).sum().item())
