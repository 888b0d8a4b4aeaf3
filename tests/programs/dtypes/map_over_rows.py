import torch

rows = [(torch.ones(2) * i, torch.tensor(i), torch.tensor(i % 2 == 0)) for i in range(4)]
s, a, d = map(torch.stack, zip(*rows))
print(s.gather(1, (a % 2).unsqueeze(1)).sum().item(), d.sum().item(), (a * ~d).sum().item())
numbers = [(torch.ones(2) * i, i, float(i), i % 2 == 0) for i in range(4)]
s, *rest = zip(*numbers)
a, r, d = map(torch.tensor, rest)
print(int(a.dtype == torch.int64), r.mean().item(), d.sum().item(), (r * ~d).sum().item())
