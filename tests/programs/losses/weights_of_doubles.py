import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.tensor([0.1, -0.4, 2.0])
t = torch.tensor([1.0, 0.0, 1.0])
w = torch.tensor([0.1, 0.7, 0.9], dtype=torch.float64)
print(round(F.binary_cross_entropy_with_logits(x, t, weight=w).item(), 5))
print(round(F.binary_cross_entropy(torch.sigmoid(x), t, weight=w).item(), 5))
print(round(F.binary_cross_entropy_with_logits(x, t, pos_weight=w).item(), 5))
print(round(nn.BCEWithLogitsLoss(pos_weight=w)(x, t).item(), 5))
print(round(nn.BCEWithLogitsLoss(weight=w)(x, t).item(), 5))
print(nn.BCELoss(weight=w)(torch.sigmoid(x), t).item())
