import torch

n = torch.tensor(3)
print(len("x" * n), len([1, 2] * n), len("ab" * torch.tensor([2])))
