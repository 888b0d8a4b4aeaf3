import torch
import torch.nn as nn

net = nn.Linear(2, 2)
nn.init.constant_(net.bias, 0.1)
with torch.no_grad():
    net.weight.copy_(torch.tensor([[0.5, -0.2], [0.1, 0.3]]))
params = list(net.parameters())
x = torch.tensor([[1.0, -0.5], [0.2, 0.4]])
logp = torch.log_softmax(net(x), 1)
size = sum(p.numel() for p in params)
fisher = torch.zeros(size, size)
for i in range(2):
    for a in range(2):
        grads = torch.autograd.grad(logp[i, a], params, retain_graph=True)
        g = torch.cat([v.reshape(-1) for v in grads])
        fisher += logp[i, a].exp().item() * torch.outer(g, g)
print(round(torch.trace(fisher).item(), 4), round(fisher[0, 3].item(), 4))
