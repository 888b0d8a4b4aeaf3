import torch
import torch.nn as nn
def mlp(sizes, act=nn.ReLU, out=nn.Identity):
    layers = []
    for j in range(len(sizes) - 1):
        a = act if j < len(sizes) - 2 else out
        layers += [nn.Linear(sizes[j], sizes[j + 1]), a()]
    return nn.Sequential(*layers)
nets = {"actor": mlp([2, 4, 1], nn.Tanh, nn.Tanh), "critic": mlp([3, 4, 1])}
for n in nets.values():
    for m in n.children():
        if isinstance(m, nn.Linear):
            m.weight.data.fill_(0.2); m.bias.data.fill_(-0.01)
opts = {k: torch.optim.Adam(n.parameters(), lr=0.01 if k == "actor" else 0.02) for k, n in nets.items()}
def step(name, loss):
    opts[name].zero_grad()
    loss.backward()
    opts[name].step()
for k in range(3):
    s = torch.tensor([[.5, .1 * k]])
    q = nets["critic"](torch.cat([s, nets["actor"](s).detach()], -1))
    step("critic", (q - 1).pow(2).mean())
    step("actor", -nets["critic"](torch.cat([s, nets["actor"](s)], -1)).mean())
    print(round(q.item(), 6), round(nets["actor"](s).item(), 6))
