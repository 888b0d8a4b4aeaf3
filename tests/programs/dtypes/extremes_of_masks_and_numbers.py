import torch
def top(x):
    return x.max()
def both(x, y):
    return torch.maximum(x, y)
def ordered(x):
    return torch.sort(x)[0]
def uniq(x):
    return torch.unique(x)
def anyof(x):
    return x.any(0)
def total(x, y):
    return torch.add(x, y), x.mul(y), torch.gt(x, y)
m = torch.tensor([[True, False], [False, False]])
f = torch.tensor([[1.5, -2.0], [0.0, 3.0]])
i = torch.tensor([[1, 2], [0, 3]])
for v in (m, f, i):
    print(top(v).item())
    print(ordered(v).tolist())
    print(uniq(v).tolist())
    print(anyof(v).tolist())
for a, b in ((m, ~m), (f, -f), (i, -i)):
    print(both(a, b).tolist())
    print([t.tolist() for t in total(a, b)])
print(torch.unique(m, return_counts=True)[1].tolist(), torch.sort(m, descending=True)[1].tolist())
