import torch

t1, *rest = torch.ones(2, 3), torch.zeros(2, 3), torch.ones(2, 3)
print(rest[0].sum().item(), rest[1].gather(1, torch.tensor([[0, 2], [1, 1]])).tolist(), len(rest))
a, *b, c = [torch.ones(2), torch.zeros(2), torch.ones(2)]
print(b[0].sum().item(), c.sum().item())
