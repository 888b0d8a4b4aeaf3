import torch

x = torch.arange(12.0).reshape(3, 4)
print(
    x[1].tolist(),
    x[:, 1].tolist(),
    x[-1, -1].item(),
    x[1:, ::2].tolist(),
    x[[0, 2]].tolist(),
    x[torch.tensor([0, 2]), torch.tensor([1, 3])].tolist(),
)
print(
    x[x > 5].tolist(),
    x[(x > 2) & (x < 6)].sum().item(),
    x[:, [0, 3]].tolist(),
    x[..., -1].tolist(),
    x[None, 0].shape[0],
)
m = torch.tensor([True, False, True])
print(x[m].tolist(), x[m, 1].tolist(), x[~m].tolist(), x[m][:, 0].tolist())
i = torch.tensor([2, 0])
print(x[i, :2].tolist(), x[:, i].tolist(), x.index_select(1, i).tolist(), torch.take(x, i).tolist())
print(
    x.gather(1, torch.tensor([[0], [1], [2]])).tolist(),
    x.take_along_dim(torch.tensor([[3], [2], [1]]), 1).tolist(),
)
y = x.clone()
y[0] = 0
y[:, 1] += 1
y[y > 8] = -1
y[1, [0, 2]] = 9.0
print(y.tolist())
z = torch.zeros(3, 2)
z[torch.arange(3), torch.tensor([0, 1, 0])] = 1.0
print(z.tolist(), z.nonzero().tolist(), torch.where(z > 0)[1].tolist())
print(
    torch.where(x > 5, x, -x)[1].tolist(),
    x.masked_fill(x > 5, 0.0).sum().item(),
    x.masked_select(x > 9).tolist(),
)
