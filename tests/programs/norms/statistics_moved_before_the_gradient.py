import torch
import torch.nn as nn
for bn in (nn.BatchNorm1d(3), nn.BatchNorm1d(3, affine=False), nn.BatchNorm2d(3), nn.InstanceNorm1d(3, affine=True, track_running_stats=True)):
    if isinstance(bn, nn.BatchNorm2d):
        x = torch.arange(24, dtype=torch.float32).reshape(2, 3, 2, 2) / 10
    elif isinstance(bn, nn.InstanceNorm1d):
        x = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4) / 10
    else:
        x = torch.arange(12, dtype=torch.float32).reshape(4, 3) / 10
    x.requires_grad_(True)
    bn.eval()
    y = bn(x)
    bn.train()
    bn(x.detach() * 3)
    (y * x).sum().backward()
    print([round(v, 4) for v in x.grad.flatten().tolist()])
    print([round(v, 4) for v in y.flatten().tolist()])
bn = nn.BatchNorm1d(3)
x = torch.arange(12, dtype=torch.float32).reshape(4, 3) / 10
bn.eval()
y = bn(x)
bn.train()
bn(x * 3)
y.pow(2).sum().backward()
print([round(v, 4) for v in bn.weight.grad.tolist()], [round(v, 4) for v in bn.bias.grad.tolist()])
