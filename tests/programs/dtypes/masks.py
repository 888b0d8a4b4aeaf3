import torch

m = torch.tensor([True, False, True])
n = torch.tensor([True, True, False])
print(
    (m + n).tolist(),
    (m * n).tolist(),
    (m & n).tolist(),
    (m | n).tolist(),
    (m ^ n).tolist(),
    (~m).tolist(),
)
print(
    m.sum().item(),
    m.float().mean().item(),
    (m + 1).tolist(),
    (m * 2.5).tolist(),
    (1 - m.long()).tolist(),
    (m / 2).tolist(),
)
print(
    (m.int() - n.int()).tolist(),
    (m == n).tolist(),
    (m > n).tolist(),
    m.any().item(),
    m.all().item(),
)
print(
    (1.0 - m.float()).tolist(),
    m.cumsum(0).tolist(),
    m.prod().item(),
    (m.long() * 3).tolist(),
    (2 * m).tolist(),
    (m * torch.tensor([1.0, 2.0, 3.0])).tolist(),
)
print(
    m.logical_not().tolist(),
    torch.logical_xor(m, n).tolist(),
    (m != n).sum().item(),
    m.max().item(),
    m.long().argmax().item(),
)
