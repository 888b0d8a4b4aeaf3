import torch
import torch.nn as nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
for i, p in enumerate(net.parameters()):
    nn.init.constant_(p, 0.1 * (i + 1))
v = parameters_to_vector(net.parameters())
print(v.shape[0], round(v.sum().item(), 5))
x = torch.tensor([[0.5, -1.0], [1.0, 1.0]])
def flat_grad(y):
    g = torch.autograd.grad(y, net.parameters(), create_graph=True)
    return torch.cat([t.reshape(-1) for t in g])
def fvp(vec, damp=0.1):
    mu = net(x)
    kl = ((mu - mu.detach()) ** 2).mean()
    g = flat_grad(kl)
    gv = (g * vec).sum()
    hv = torch.autograd.grad(gv, net.parameters())
    return torch.cat([t.reshape(-1) for t in hv]).detach() + damp * vec
def cg(b, n=5):
    xk, r, p = torch.zeros_like(b), b.clone(), b.clone()
    rs = r.dot(r)
    for _ in range(n):
        ap = fvp(p)
        a = rs / (p.dot(ap) + 1e-8)
        xk += a * p
        r -= a * ap
        new = r.dot(r)
        p = r + (new / rs) * p
        rs = new
        if rs < 1e-10:
            break
    return xk
loss = net(x).pow(2).mean()
g = flat_grad(loss).detach()
step = cg(-g)
for frac in (1.0, 0.5, 0.25):
    vector_to_parameters(v + frac * step * 0.1, net.parameters())
    new = net(x).pow(2).mean().item()
    if new < loss.item():
        print(frac, round(new, 5), round(step.norm().item(), 4))
        break
else:
    vector_to_parameters(v, net.parameters())
