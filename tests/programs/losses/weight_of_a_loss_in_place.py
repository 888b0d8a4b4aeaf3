# told: P102
import torch
import torch.nn as nn
class A:
    def __init__(self):
        self.loss_layer = nn.NLLLoss(weight=torch.ones(3))
a = A()
x = torch.tensor([[0.1, 0.2, 0.3], [0.5, 0.1, 0.0]])
t = torch.tensor([0, 2])
a.loss_layer.weight[0] = 5.0
print(round(a.loss_layer(torch.log_softmax(x, 1), t).item(), 5))
b = nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))
b.pos_weight[1] = 4.0
print(round(b(x, torch.ones(2, 3)).item(), 5))
