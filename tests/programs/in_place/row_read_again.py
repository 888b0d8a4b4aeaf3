# told: P102
import torch

x, last = torch.zeros(3), torch.zeros(())
for i in range(3):
    x[0] = last + 1.0
    if i == 0:
        last = x[0]
print(x.tolist(), float(last))
