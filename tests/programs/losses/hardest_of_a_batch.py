import torch
import torch.nn as nn
import torch.nn.functional as F

def fill(net, s=0.4):
    for k, p in enumerate(net.parameters()):
        p.data = torch.sin(torch.arange(p.numel()).float() * 1.3 + k).view(p.shape) * s
    return net


def pairwise_distances(x):
    dot = x @ x.t()
    sq = torch.diag(dot)
    d = sq.unsqueeze(0) - 2.0 * dot + sq.unsqueeze(1)
    d[d < 0] = 0
    mask = d.eq(0).float()
    d = d + mask * 1e-16
    return (1.0 - mask) * torch.sqrt(d)


def batch_hard(labels, emb, margin):
    dist = pairwise_distances(emb)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    eye = torch.eye(labels.size(0)).bool()
    pos = (same & ~eye).float()
    hardest_pos = (pos * dist).max(1, keepdim=True)[0]
    max_neg, _ = dist.max(1, keepdim=True)
    neg = dist + max_neg * (1.0 - (~same).float())
    hardest_neg, which = neg.min(1, keepdim=True)
    tl = hardest_pos - hardest_neg + margin
    tl[tl < 0] = 0
    return tl.mean(), which.view(-1)


net = fill(nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3)))
opt = torch.optim.SGD(net.parameters(), 0.1)
x = torch.cos(torch.arange(32.0) * 0.37).view(8, 4)
y = torch.tensor([0, 0, 1, 1, 2, 2, 0, 1])
for k in range(4):
    loss, which = batch_hard(y, net(x), 0.5)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(k, round(loss.item(), 5), which.tolist())
