import torch

x = torch.arange(12.0).view(3, 4)
r, c = torch.tensor([[0], [-1]]), torch.tensor([[-1, 1]])
print(x[r, c].tolist())
print(x[torch.tensor([0, 2])[:, None], torch.tensor([-1, -2])].tolist())
print(x[:, torch.tensor([-1, 0])].tolist())
print(x[torch.arange(3), torch.tensor([-1, -2, 0])].tolist())
print(x[..., torch.tensor([-1])].tolist())
k = torch.randint(-3, 0, (5,)) * 0 - 1
print(x[k].tolist())
