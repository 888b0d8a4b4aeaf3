import torch

x = torch.arange(12.0).view(3, 4)
m = torch.tensor([True, False, True])
print(x[m].tolist(), x[m, 1].tolist(), x[:, torch.tensor([True, False, True, True])].tolist())
print(x[x > 5].tolist())
y = torch.arange(24.0).view(3, 4, 2)
mm = y.sum(-1) > 20
print(y[mm].tolist())
print(y[mm, 0].tolist())
print(y[:, :, 0][mm].tolist())
print(y[m][:, 1].tolist(), y[m, :, -1].tolist(), y[m, 1:3].tolist())
z = y.clone()
z[m] = 0.0
z[mm] = -1.0
z[mm, 1] = 5.0
z[m, 0] = 9.0
print(z.tolist())
print(x[m, torch.tensor([0, 3])].tolist())
