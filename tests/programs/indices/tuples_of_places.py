import torch

x = torch.arange(10.0).view(2, 5)
place = [1, -1]
at = tuple(place)
print(x[tuple(place)].item(), x[at].item(), x[place].shape, x[tuple(p - 1 for p in (1, 4))].item())
