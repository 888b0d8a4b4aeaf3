import numpy as np
import torch

t = torch.tensor([torch.tensor(1.0), torch.tensor(2)])
print(t.tolist(), t.dtype, (t * torch.tensor([0.5, 1.0])).tolist())
u = torch.tensor([torch.tensor(2), 2.5, True])
print(u.tolist(), u.dtype, (u + torch.tensor(1)).tolist())
v = torch.tensor([[torch.tensor(True)], [torch.tensor(3)]])
print(v.tolist(), v.dtype, (v / 2).tolist())
w = torch.tensor([torch.tensor(2), np.float64(0.5)])
print(w.tolist(), w.dtype)


def rows(items):
    return torch.tensor(items)


print(
    rows([torch.tensor(1), torch.tensor(0.5)]).tolist(),
    rows([1, 2]).tolist(),
    rows([torch.ones(1), 2]).dtype,
    rows([torch.tensor([3]), torch.tensor(1.5)]).tolist(),
    rows((torch.tensor(1), 2)).dtype,
)
print(
    torch.tensor(2, dtype=type(2.5)).dtype,
    torch.tensor(2.5, dtype=int).item(),
    torch.tensor([0, 2], dtype=bool).tolist(),
    torch.zeros(2, dtype=int).dtype,
    torch.ones(1, dtype=float).dtype,
    torch.full((1,), 2, dtype=float).tolist(),
    torch.tensor([1.5]).to(dtype=int).tolist() if 0 else 3,
)


def cast(x, like):
    return torch.tensor(x, dtype=type(like))


print(cast(1, 2.5).dtype, cast(1.7, 3).item(), (cast(1, 2.5) * torch.ones(2)).dtype)
