import torch
a, b = torch.tensor([1.0, 5.0]), torch.tensor([3.0, 2.0])
qs = [lambda x: x + 1, lambda x: x * 2]
nets = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(2)])
for i, n in enumerate(nets):
    torch.nn.init.constant_(n.weight, 0.5 + i)
    torch.nn.init.constant_(n.bias, 0.1)
print(torch.min(*[q(a) for q in qs]).tolist())
print(torch.min(*[q(a) for q in nets]).tolist())
print(torch.max(*(a, b)).tolist())
pair = (a, b)
print(torch.min(*pair).tolist(), torch.minimum(*pair).tolist())
