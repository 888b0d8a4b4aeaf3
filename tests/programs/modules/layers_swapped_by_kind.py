import torch
import torch.nn as nn
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
for m in net.modules():
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.3)
        nn.init.constant_(m.bias, -0.1)
def swap(module):
    for name, child in module.named_children():
        if isinstance(child, nn.ReLU):
            setattr(module, name, nn.Tanh())
        else:
            swap(child)
x = torch.tensor([[0.5, -0.2]])
print(net(x).tolist())
swap(net)
print(net(x).tolist())
net[1] = nn.Sigmoid()
print(net(x).tolist())
