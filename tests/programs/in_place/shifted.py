# told: P102
# lines: 5
import torch
i = torch.tensor([5, 7])
i <<= 2
print(i.tolist())
