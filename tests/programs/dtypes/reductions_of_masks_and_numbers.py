import torch
def top(x):
    a, b = x.max(1)
    return a, b
def lo(x): return x.min(dim=0).values
def am(x): return x.amax(1)
def arg(x): return x.int().argmax(1) if x.dtype == torch.bool else x.argmax(1)
def al(x): return torch.all(x, 0)
def s(x): return x.sum(), x.cumsum(0), x.prod()
def srt(x): return x.sort(descending=True)[0]
m = torch.tensor([[True, False], [False, False]])
i = torch.tensor([[1, 2], [0, 3]])
f = torch.tensor([[1.5, -2.0], [0.0, 3.0]])
for v in [m, f, i]:
    print(top(v)[0].tolist())
    print(lo(v).tolist())
    print(am(v).tolist())
    print(arg(v).tolist())
    print(al(v).tolist())
    print([q.tolist() for q in s(v)])
    print(srt(v).tolist())
