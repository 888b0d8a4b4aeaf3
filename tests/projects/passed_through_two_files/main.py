import torch
from between import passon
print(passon(torch.tensor([0.1, 0.2], dtype=torch.float64)).tolist())
print(passon(torch.tensor([1, 2])).tolist())
print(passon(torch.tensor([1.0, 2])).tolist())
