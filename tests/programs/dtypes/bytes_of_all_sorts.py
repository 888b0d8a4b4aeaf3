import torch

a = torch.tensor([1, 200], dtype=torch.uint8)
b = torch.tensor([True, False])
print(
    (-a).tolist(),
    (a + 100).tolist(),
    (a - 2).tolist(),
    (a * 2).tolist(),
    (a / 2).tolist(),
    (a.float() / 255).sum().item(),
    (255 - a).tolist(),
    (a // 3).tolist(),
    (a % 3).tolist(),
    (a**2).tolist(),
)
print(
    (b + b).tolist(),
    (b * 2).tolist(),
    b.sum().item(),
    (~b).tolist(),
    (b.float() - 1).tolist(),
    (b | True).tolist(),
    (a & 1).tolist(),
    (a >> 1).tolist(),
    (1 - b.int()).tolist(),
    b.cumsum(0).tolist(),
    a.sum().dtype,
    a.float().mean().item(),
)
c = a.clone()
c += 100
c[0] -= 200
print(
    c.tolist(),
    a.max().item(),
    (a == 1).float().mean().item(),
    a.to(torch.int8).tolist(),
    torch.cat([a, c]).tolist(),
    a.abs().tolist(),
    (~a).tolist(),
)
