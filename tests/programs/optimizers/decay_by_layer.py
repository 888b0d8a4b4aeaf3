"""minGPT's groups: which parameters decay is decided by the layer that each is in."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.norm = nn.LayerNorm(4)
        self.emb = nn.Embedding(3, 4)
        self.b = nn.Linear(4, 1)
        self.gain = nn.Parameter(torch.ones(1))
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x, i):
        return self.gain * self.b(self.norm(self.a(x)) + self.emb(i))

    def groups(self, rate):
        decay, others = set(), set()
        for path, module in self.named_modules():
            for name, _ in module.named_parameters(recurse=False):
                full = f"{path}.{name}" if path else name
                keep = name.endswith("bias") or not isinstance(module, nn.Linear)
                (others if keep else decay).add(full)
        known = dict(self.named_parameters())
        assert not decay & others and not known.keys() - (decay | others)
        print(sorted(decay), sorted(others))
        return [
            {"params": [known[n] for n in sorted(decay)], "weight_decay": rate},
            {"params": [known[n] for n in sorted(others)], "weight_decay": 0.0},
        ]


net = Net()
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
print([name for name, _ in net.named_buffers(recurse=False)], len([*net.a.buffers(recurse=False)]))
optimizer = torch.optim.AdamW(net.groups(0.1), lr=0.02, betas=(0.9, 0.95))
for i in range(4):
    x = torch.sin(torch.arange(24.0) + i).reshape(8, 3)
    loss = F.mse_loss(net(x, torch.arange(8) % 3), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(i, f"{loss.item():.6f}", f"{net.gain.item():.6f}")
