import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    scale = 2.0

    def __init__(self, sizes=(3, 4, 2), act=nn.ReLU, **kw):
        super().__init__()
        layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(a, b), act()]
        self.body = nn.Sequential(*layers[:-1])
        self.register_buffer("steps", torch.zeros(1))
        self.log_std = nn.Parameter(torch.zeros(2))
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.constant_(p, 0.1)
            else:
                nn.init.zeros_(p)
        self.opts = kw

    def forward(self, x, deterministic=False):
        self.steps += 1
        mu = self.body(x) * self.scale
        return mu if deterministic else (mu, self.log_std.exp().expand_as(mu))


net = Net(act=nn.Tanh, extra=1)
mu, std = net(torch.ones(5, 3))
print(
    mu.sum().item(),
    std.sum().item(),
    net(torch.ones(1, 3), deterministic=True).tolist(),
    net.steps.item(),
)
print(
    sum(p.numel() for p in net.parameters()),
    [n for n, _ in net.named_parameters()],
    len(net.body),
    [tuple(p.shape) for p in net.parameters()],
)
opt = torch.optim.Adam(
    [{"params": net.body.parameters(), "lr": 0.1}, {"params": [net.log_std], "lr": 0.01}]
)
for k in range(3):
    mu, std = net(torch.ones(5, 3))
    loss = ((mu - 1) ** 2).mean() + std.mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
    print(loss.item())
for g in opt.param_groups:
    g["lr"] *= 0.5
print([g["lr"] for g in opt.param_groups], net.log_std.tolist())
