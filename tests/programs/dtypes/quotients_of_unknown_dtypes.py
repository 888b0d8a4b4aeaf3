import torch
def mean_of(x, mask):
    return x.sum() / mask.sum()
def aug(x, n):
    x = x * 1
    x /= n
    return x
def part(x, n):
    y = x.view(-1)
    return y / n, n / y, (y + n).sum() / n
fs = {"a": mean_of}
n = torch.tensor(3)
print(fs["a"](torch.tensor([1.0, 2.0]), torch.tensor([True, True])).item())
print(fs["a"](torch.tensor([1, 2]), torch.tensor([True, True])).dtype == torch.float32)
class S:
    def __init__(self, dtype=None):
        self.m = torch.zeros(2, dtype=dtype)
        self.n = torch.ones((), dtype=torch.long)
    def see(self, x):
        self.n += 1
        self.m += (x - self.m) / self.n
        self.m /= self.n
        return self
for s in (S(), S(torch.float64)):
    print(s.see(torch.tensor([1, 2])).see(torch.tensor([0.5, 0.25])).m.tolist())
print([t.tolist() for t in part(torch.tensor([1.0, 2.0]), n)])
print([t.tolist() for t in part(torch.tensor([1, 2]), n)])
print(aug(torch.tensor([1.0, 2.0]), n).tolist())
