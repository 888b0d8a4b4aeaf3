import os, tempfile
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, n), nn.ELU())
        self.heads = nn.ModuleList(nn.Linear(n, 1) for _ in range(2))
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        self.steps += 1
        h = self.body(x)
        return torch.stack([head(h).squeeze(-1) for head in self.heads], dim=-1)


def save(path, model, opt, **extra):
    torch.save({"model": model.state_dict(), "opt": opt.state_dict(), **extra}, path)


def load(path, model, opt=None):
    ck = torch.load(path, map_location="cpu", weights_only=False)
    model.load_state_dict(ck["model"])
    if opt is not None:
        opt.load_state_dict(ck["opt"])
    return ck.get("epoch", 0)


def init(m):
    for i, p in enumerate(m.parameters()):
        p.data.copy_(torch.linspace(-0.4, 0.5, p.numel()).view_as(p))


m = Model(3)
init(m)
opt = torch.optim.AdamW(m.parameters(), lr=0.01, weight_decay=0.1)
x = torch.tensor([[1.0, -1.0], [0.5, 2.0]])
for e in range(3):
    loss = m(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "ck.pt")
    save(path, m, opt, epoch=3)
    n = Model(3)
    o2 = torch.optim.AdamW(n.parameters(), lr=0.5)
    print(load(path, n, o2), o2.param_groups[0]["lr"], n.steps.item())
for a, b in ((m, opt), (n, o2)):
    loss = a(x).pow(2).mean()
    b.zero_grad()
    loss.backward()
    b.step()
    print(
        round(loss.item(), 6),
        [round(v, 6) for v in a.heads[1].weight.flatten().tolist()],
        int(a.steps),
    )
