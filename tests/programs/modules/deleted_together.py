# told: P102
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
    def forward(self, x):
        return self.a(x)
net = Net()
del net.b, net.c
print(len(list(net.parameters())))
