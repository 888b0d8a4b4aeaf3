import torch
import torch.nn as nn
class Icm(nn.Module):
    def __init__(self):
        super().__init__()
        self.feat = nn.Linear(2, 2)
        self.inv = nn.Linear(4, 3)
        self.fwd = nn.Linear(5, 2)
        for i, m in enumerate(self.children()):
            m.weight.data = torch.arange(m.weight.numel()).view_as(m.weight) * 0.05 - 0.1 * i
            nn.init.zeros_(m.bias)
    def forward(self, s, s2, a):
        f, f2 = self.feat(s), self.feat(s2)
        logits = self.inv(torch.cat((f, f2), 1))
        oh = nn.functional.one_hot(a, 3).float()
        pred = self.fwd(torch.cat([f.detach(), oh], 1))
        return logits, pred, f2
    def losses(self, s, s2, a, beta=0.2):
        logits, pred, f2 = self(s, s2, a)
        li = nn.functional.cross_entropy(logits, a, reduction="none")
        lf = 0.5 * (pred - f2.detach()).norm(2, dim=-1).pow(2)
        return (1 - beta) * li + beta * lf, lf.detach()
icm = Icm()
opt = torch.optim.Adam(icm.parameters(), lr=0.02)
s = torch.tensor([[0.1, 0.2], [0.4, -0.3], [1., 0.]])
a = torch.tensor([0, 2, 1])
tot = 0.0
for k in range(4):
    loss, r = icm.losses(s, s.roll(1, 0), a)
    w = torch.tensor([1., 0.5, 0.]) if k else None
    loss = (loss * w).sum() / w.sum() if w is not None else loss.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    tot += r.sum().item()
    print(round(loss.item(), 5), [round(v, 5) for v in r.tolist()], round(tot, 4))
