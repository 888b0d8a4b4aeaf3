import torch
import torch.nn as nn


def truncated(t, mean=0.0, std=0.01):
    torch.nn.init.normal_(t, mean=mean, std=std)
    while True:
        cond = (t < mean - 2 * std) | (t > mean + 2 * std)
        if not torch.sum(cond):
            break
        t = torch.where(cond, torch.nn.init.normal_(torch.ones(t.shape), mean=mean, std=std), t)
    return t


net = nn.Linear(3, 4)
t = truncated(net.weight, std=0.1)
print(bool((t.abs() <= 0.2).all()), tuple(t.shape))
w = torch.empty(2, 3)
nn.init.constant_(w, 0.25)
print(w.sum().item())
nn.init.zeros_(w)
print(w.sum().item())
v = nn.init.ones_(torch.empty(3, 2))
print(v.sum().item())
nn.init.eye_(w)
print(w.tolist())
q = nn.init.orthogonal_(torch.empty(3, 3))
print(round((q @ q.T).sum().item(), 4))
d = torch.zeros(2, 3, dtype=torch.float64)
nn.init.constant_(d, 0.1)
print(d[0, 0].item(), d.dtype == torch.float64)
nn.init.normal_(d)
print(d.dtype == torch.float64, bool(d.abs().sum() > 0))


w = torch.zeros(2, 3, requires_grad=True)
nn.init.constant_(w, 0.5)
opt = torch.optim.SGD([w], lr=0.1)
x = torch.ones(2, 3)
for _ in range(3):
    loss = ((w - x) ** 2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), w.sum().item())
y = torch.ones(2, 2)
h = w * 2.0
nn.init.constant_(h, 3.0)
opt.zero_grad()
(h * h).sum().backward()
print(w.grad.sum().item())
