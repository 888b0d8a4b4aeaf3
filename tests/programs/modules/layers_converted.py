import torch
import torch.nn as nn
def convert_bn(module):
    out = module
    if isinstance(module, nn.BatchNorm1d):
        out = nn.LayerNorm(module.num_features)
    for name, child in module.named_children():
        out.add_module(name, convert_bn(child))
    return out
net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3)))
for m in net.modules():
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.3)
        nn.init.constant_(m.bias, -0.1)
net = convert_bn(net)
x = torch.tensor([[0.5, -0.2], [1.0, 0.3]])
print(net(x).sum().item(), sum(p.numel() for p in net.parameters()), len(list(net.buffers())))
