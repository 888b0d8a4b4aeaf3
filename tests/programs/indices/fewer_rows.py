import torch

x = torch.arange(12.0).view(3, 4)
print(
    x.gather(1, torch.tensor([[0, 1]])).tolist(),
    x.gather(0, torch.tensor([[2, 1]])).tolist(),
    torch.gather(x, 1, torch.tensor([[3], [0]])).tolist(),
)
y = torch.zeros(3, 4)
y.scatter_(1, torch.tensor([[0], [2]]), 1.0)
print(
    y.tolist(),
    torch.zeros(2, 3).scatter(1, torch.tensor([[1], [2]]), torch.tensor([[5.0], [6.0]])).tolist(),
    torch.zeros(3).scatter_add(0, torch.tensor([0, 0, 2]), torch.ones(3)).tolist(),
)
print(
    torch.zeros(3).index_add(0, torch.tensor([0, 0]), torch.ones(2)).tolist(),
    x.index_select(1, torch.tensor([0, 3])).tolist(),
    x.take(torch.tensor([0, 5])).tolist(),
)
