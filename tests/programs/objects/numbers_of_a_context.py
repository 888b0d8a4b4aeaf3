import torch

class Scale:
    def __init__(self, k):
        self.k = k
        self.seen = []

    def __enter__(self):
        self.seen.append(torch.tensor(self.k))
        return self

    def __exit__(self, *exc):
        self.seen.append(self.seen[-1] * 2)
        return exc[0] is ValueError

    def __call__(self, x):
        return x * self.seen[-1]

s = Scale(3)
with s as f:
    print(f(torch.ones(2)).tolist())
    raise ValueError("x")
print(s(torch.ones(2)).tolist(), torch.stack(s.seen).tolist())
with Scale(0.5) as g:
    print(g(torch.tensor([1, 2])).tolist())
