import torch

x = torch.tensor([1.0, -2.0])
print(x.view(torch.int32).tolist(), x.view(torch.int32).view(torch.float32).tolist())
y = torch.tensor([1, 2], dtype=torch.int32)
print(y.view(torch.float32).sum().item() < 1e-30, y.view(2, 1).tolist(), y.view(-1).tolist())
z = torch.tensor([1.5], dtype=torch.float64)
print(z.view(torch.int64).item())
print(torch.arange(4, dtype=torch.uint8).view(torch.int8).tolist())
