# told: P102
import torch

x = torch.arange(6.0).view(2, 3)
table = {"x": x, "n": 1.5}
y = table.pop("x")
y[y > 2] = 0.5
print(float(y.sum()), float(x.sum()))
