import torch, torch.nn as nn

p = nn.Parameter(torch.ones(3, 2))
net = nn.Linear(2, 4)
print(
    len(p),
    p.device.type,
    len(p[0]),
    len(net.weight),
    next(net.parameters()).device.type,
    [len(q) for q in net.parameters()],
)


def info(q):
    return len(q), q.device


print([info(q)[0] for q in net.parameters()], info(torch.ones(2))[0])


def size(q):
    return len(q) + q.shape[0]


print(size(p), size([*net.parameters()][0]))
x = torch.ones(1, 2).to(next(net.parameters()).device)
x = x.to(p.device)
print(
    x.sum().item(),
    str(p.device),
    p.device == torch.device("cpu"),
    next(net.parameters()).device == x.device,
    {q.device.type for q in net.parameters()},
)


def where(m):
    return next(m.parameters()).device


print(where(net).type, torch.zeros(2, device=where(net)).sum().item())


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)

    @property
    def device(self):
        return next(self.parameters()).device

    def forward(self, x):
        return self.l(x.to(self.device)) * len(self.l.weight)


m = M()
print(m.device.type, m(x).shape[0])
opt = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=0.2)
print(opt.param_groups[0].get("lr"), [g.get("lr", 3) for g in opt.param_groups])
d = next(net.parameters()).device
print(d.type, next(iter(net.parameters())).dtype, next(net.parameters()).is_cuda)
print(next(net.parameters()).shape[0], next(net.parameters()).sum().item() != 5)
