import torch

x = torch.tensor([250, 10, 3], dtype=torch.uint8)
print((-x).tolist(), (x + 10).tolist(), (x * 3).tolist(), (x - 20).tolist(), (~x).tolist())
print(
    x.sum().item(),
    x.sum().dtype == torch.int64,
    x.float().mean().item(),
    (x // 3).tolist(),
    (x % 4).tolist(),
)
print((x / 2).tolist(), (x == 250).tolist(), (x > 5).sum().item(), x.max().item(), x.abs().tolist())
print(
    (x.to(torch.int16) - 20).tolist(),
    (x.int() - 20).tolist(),
    x.neg().tolist(),
    torch.neg(x).tolist(),
)
y = -x
print(y.tolist(), y.dtype == torch.uint8)
print(
    (255 - x).tolist(),
    (x & 3).tolist(),
    (x | 1).tolist(),
    (x ^ 255).tolist(),
    (x << 1).tolist(),
    (x >> 1).tolist(),
)
