import torch


def loss(pred, target, weight=None):
    l = (pred - target) ** 2
    if weight is not None:
        l = l * weight
    return l.mean()


p = torch.tensor([1.0, 2.0])
print(
    loss(p, 1).item(),
    loss(p, torch.tensor([1, 1])).item(),
    loss(p, p.double(), torch.tensor([0.5, 1], dtype=torch.float64)).item(),
    loss(p, torch.zeros(2), (p > 1)).item(),
)
