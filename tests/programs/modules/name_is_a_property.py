# told: P102
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        nn.init.constant_(self.fc.weight, 0.5)
        nn.init.zeros_(self.fc.bias)
    @property
    def name(self):
        return "mine"
    @property
    def device(self):
        return next(self.parameters()).device
    @property
    def dtype(self):
        return self.fc.weight.dtype
    def forward(self, x):
        return self.fc(x.to(self.device, self.dtype))
net = Net()
print(net(torch.tensor([[1, 2]])).tolist(), net.name, net.dtype == torch.float32, net.device.type)
