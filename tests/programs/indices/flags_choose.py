import torch

x = torch.arange(12.0).reshape(3, 4)
flags = [True, False, True]
print(
    x[flags].tolist(),
    x[[True, False, True]].sum().item(),
    x[:, [True, False, True, False]].tolist(),
    x[..., [False, True, False, True]].tolist(),
)
x[flags] = -1.0
x[:, [True, False, False, False]] += 5
print(x.tolist())
print(x[[True, False, True], [0, -1]].tolist(), x[[v > 0 for v in (1, -1, 2)]].sum().item())


def total(xs, w):
    return sum(x * w for x in xs)


print(total([torch.tensor([1, 2]), torch.tensor([0.5, 1.0])], 2).tolist())
print(total([torch.tensor([True, False])], 3).tolist())
print(sum((t for t in [torch.tensor([1]), torch.tensor([2.5])])).tolist())
