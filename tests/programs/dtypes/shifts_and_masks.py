import torch

i = torch.tensor([7, -7, 3, 2])
j = torch.tensor([2, 3, 1, 5])
b = torch.tensor([True, False, True, True])
u = torch.tensor([200, 100, 7, 3], dtype=torch.uint8)
for v in (i << 1, i >> 1, i << j, i >> j, i & j, i | j, i ^ j, ~i, b & True, b | False, b ^ b, ~b, u << 1, u >> 1, ~u, u & 15, 1 << j, i & 3, 3 | i,
          i > 2, i > 2.5, i == 2.0, b == 1, b > 0, i < j, u > 150, u > -1, i != b, u == i, b + b, b * b, b * 2, b * 2.5, b / 2, b / b, u + u, u * 2, u - 201, u / 3, u // 3, u % 7, -i):
    print(v.tolist(), v.dtype == torch.int64, v.dtype == torch.float32, v.dtype == torch.bool)
