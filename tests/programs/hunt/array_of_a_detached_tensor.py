# told: P102
import torch

t = torch.arange(6.0).view(2, 3)
array = t.detach().cpu().numpy()
array[1] = 5
print(float(t.sum()))
