import torch

x = torch.zeros(4, 3)
i = torch.tensor([-1, 0])
x[i] = 1.0
print(x.tolist())
x[:, i] = 2.0
print(x.tolist())
x[i, torch.tensor([-2, 1])] = 5.0
print(x.tolist())
x[i] += 1.0
print(x.tolist())
y = torch.arange(5.0)
j = torch.arange(3) - 2
y[j] = torch.tensor([7.0, 8.0, 9.0])
print(y.tolist())
print(y.index_fill(0, i, 3.0).tolist())
print(y.take(j).tolist())
print(y.clone().index_put((i,), torch.tensor([1.5, 2.5])).tolist())
