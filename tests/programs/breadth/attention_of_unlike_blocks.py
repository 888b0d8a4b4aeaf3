import torch
import torch.nn as nn
import torch.nn.functional as F


def feed_forward(dim):
    return nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Dropout(0.5))


class Scaled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x, scale=1.0):
        return self.linear(x) * scale


class Attention(nn.Module):
    def __init__(self, dim, plain):
        super().__init__()
        self.plain = plain
        self.to_q = nn.Linear(dim, dim) if plain else Scaled(dim)
        self.dropout = nn.Dropout(0.5)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        residual = x
        options = {} if self.plain else {"scale": 0.5}
        q = self.to_q(x, **options)
        attn = torch.matmul(q, x.transpose(1, 2))
        if mask is not None:
            attn = attn.masked_fill(mask == 0, -1e9)
        q = self.dropout(self.out(torch.matmul(F.softmax(attn, dim=-1), x)))
        q += residual
        return q


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.blocks = nn.ModuleList([])
        for plain in (True, False):
            blocks = nn.ModuleList([Attention(dim, plain)])
            blocks.insert(1, feed_forward(dim))
            blocks.insert(0, nn.Identity())
            self.blocks.append(blocks)

    def forward(self, x, mask=None):
        for norm, attn, ff in self.blocks:
            x = attn(norm(x), mask=mask)
            x = ff(x) + x
        return x


net = Net(3)
for i, p in enumerate(net.parameters()):
    nn.init.constant_(p, 0.1 * (i % 3 + 1))
net.eval()
x = torch.arange(12.0).reshape(1, 4, 3) / 10
print(net(x).sum().item())
print(net(x, torch.ones(4, 4).tril()).sum().item())
print(net(x, torch.ones(4, 4).tril().bool()).sum().item())
print(list(net.state_dict())[1] == "blocks.0.1.to_q.bias")
counts = torch.LongTensor(3).fill_(2)
print(counts.tolist(), torch.LongTensor(2, 2).zero_().tolist())
