"""`device = x.device`, which functions of torch alone are given, keeps no network out of a graph."""

import torch, torch.nn as nn, torch.nn.functional as F


class GPT(nn.Module):
    def __init__(self, V=7, d=8):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(V, d), nn.Embedding(16, d)
        self.head = nn.Linear(d, V)

    def forward(self, idx, targets=None):
        device = idx.device
        b, t = idx.size()
        pos = torch.arange(0, t, dtype=torch.long, device=device).unsqueeze(0)
        x = self.wte(idx) + self.wpe(pos) + torch.zeros(1, device=idx.device)
        logits = self.head(x)
        loss = None
        if targets is not None:
            loss = F.cross_entropy(
                logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1
            )
        return logits, loss


m = GPT()
for i, p in enumerate(m.parameters()):
    p.data = (torch.arange(p.numel()) * 1.3 + i).sin().view(p.shape)
opt = torch.optim.AdamW(m.parameters(), lr=1e-2)
x = torch.tensor([[1, 2, 3], [4, 5, 6]])
y = torch.tensor([[2, 3, -1], [5, 6, 0]])
for _ in range(3):
    lo, loss = m(x, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
print(m(x)[0].sum().item())
