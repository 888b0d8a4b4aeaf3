import functools
import torch
from torch import nn

REGISTRY = {}


def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls

    return wrap


@register("mlp")
class MLP(nn.Module):
    def __init__(self, sizes, act=nn.Tanh, out=nn.Identity):
        super().__init__()
        layers = []
        for i in range(len(sizes) - 1):
            layers += [nn.Linear(sizes[i], sizes[i + 1]), (act if i < len(sizes) - 2 else out)()]
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)


@register("dueling")
class Dueling(nn.Module):
    def __init__(self, sizes, **kw):
        super().__init__()
        self.body = MLP(sizes[:-1], **kw)
        self.adv, self.val = nn.Linear(sizes[-2], sizes[-1]), nn.Linear(sizes[-2], 1)

    def forward(self, x):
        h = self.body(x).relu()
        a = self.adv(h)
        return self.val(h) + a - a.mean(-1, keepdim=True)


def const(m, v):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, v)
        m.bias.data.fill_(0.1)


x = torch.tensor([[1.0, -1.0], [0.5, 2.0]])
for name, cls in REGISTRY.items():
    net = cls([2, 4, 3])
    net.apply(functools.partial(const, v=0.2))
    print(name, sum(p.numel() for p in net.parameters()), net(x).tolist())
    print([n for n, _ in net.named_parameters()])
    print([type(m).__name__ for m in net.modules() if isinstance(m, nn.Linear)])
build = {
    "mlp": lambda: MLP([2, 3], out=nn.Softplus),
    "duel": functools.partial(Dueling, [2, 2, 2], act=nn.ReLU),
}
for k in build:
    net = build[k]()
    net.apply(lambda m: const(m, 0.5))
    print(k, [[round(v, 5) for v in r] for r in net(x).tolist()])
