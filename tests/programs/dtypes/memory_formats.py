import torch
import torch.nn as nn

x = torch.arange(8.0).reshape(1, 2, 2, 2)
y = torch.zeros_like(x, memory_format=torch.preserve_format)
z = x.clone(memory_format=torch.contiguous_format)
w = x.contiguous(memory_format=torch.channels_last)
v = x.to(memory_format=torch.channels_last)
u = torch.empty_like(x, memory_format=torch.preserve_format).fill_(1)
print(y.sum().item(), z.sum().item(), w.flatten().tolist(), v.sum().item(), u.sum().item())
net = nn.Sequential(nn.Conv2d(1, 2, 2), nn.ReLU()).to(memory_format=torch.channels_last)
for p in net.parameters():
    nn.init.constant_(p, 0.1)
x = torch.arange(8.0).reshape(2, 1, 2, 2)
x = x.to(memory_format=torch.channels_last)
print(net(x).flatten().tolist(), x.is_contiguous())
print(x.permute(0, 2, 3, 1).contiguous().shape[3])
