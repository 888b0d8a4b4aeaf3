import torch
import torch.nn as nn

x = torch.tensor([0.5, -1.0, 2.0])
y = torch.tensor([1.0, 0.0, 1.0])
print(nn.BCEWithLogitsLoss(pos_weight=torch.tensor(3))(x, y).item())
print(nn.BCEWithLogitsLoss(pos_weight=torch.tensor([3, 2, 1]))(x, y).item())
neg, pos = (y == 0).sum(), (y == 1).sum()
print(nn.BCEWithLogitsLoss(pos_weight=neg / pos)(x, y).item())
