import copy

import torch
import torch.nn as nn


def make():
    n = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    for p in n.parameters():
        nn.init.constant_(p, 0.3)
    return n


q, t = make(), make()
t.load_state_dict(q.state_dict())
opt = torch.optim.RMSprop(q.parameters(), lr=0.01)
sched = torch.optim.lr_scheduler.StepLR(opt, 2, 0.5)
best, best_loss = None, float("inf")
for k in range(5):
    x = torch.tensor([[float(k), 1.0], [1.0, float(k)]])
    with torch.no_grad():
        y = 1 + 0.9 * t(x).max(1, keepdim=True)[0]
    loss = nn.MSELoss()(q(x), y)
    opt.zero_grad()
    loss.backward()
    for p in q.parameters():
        p.grad.data.clamp_(-1, 1)
    opt.step()
    sched.step()
    for a, b in zip(t.parameters(), q.parameters()):
        a.data.copy_(0.9 * a.data + 0.1 * b.data)
    if loss.item() < best_loss:
        best_loss, best = loss.item(), copy.deepcopy(q.state_dict())
    print(loss.item(), sched.get_last_lr()[0])
q.load_state_dict(best)
print(q(torch.ones(1, 2)).item(), t(torch.ones(1, 2)).item(), best_loss)
