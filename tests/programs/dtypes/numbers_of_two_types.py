import torch
k = 3
def f():
    return torch.tensor(k) * torch.tensor([1, 2])
print(f().tolist())
k = 0.5
print(f().tolist())
class C:
    n = 1
    def full(self):
        return torch.full((2,), self.n)
c = C()
print(c.full().tolist())
c.n = 2.5
print(c.full().tolist(), (torch.tensor([1, 2]) * c.n).tolist())
