import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_q = nn.Linear(dim, dim)

    def forward(self, x, context=None, include_self=False):
        context = x if context is None else context
        if include_self:
            context = torch.cat((x, context), dim=1)
        return self.to_q(x).matmul(context.transpose(1, 2)).sum(-1, keepdim=True)


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fn = fn

    def forward(self, x, **options):
        return self.fn(self.norm(x), **options)


class Sum(nn.Module):
    def forward(self, parts):
        return sum(part.sum() if torch.is_tensor(part) else part for part in parts)


net, total = PreNorm(3, Attention(3)), Sum()
for p in net.parameters():
    nn.init.constant_(p, 0.5)
x, y = torch.arange(6.0).reshape(1, 2, 3), torch.ones(1, 1, 3)
print(net(x).sum().item())
print(net(x, context=y, include_self=True).sum().item())
print(net(x, context=y, include_self=False).sum().item())
print(total([x, 2.0, y]).item(), total((x, x)).item())
