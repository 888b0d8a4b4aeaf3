import torch
import torch.nn as nn


class N(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.l = nn.Linear(2, 2)
        nn.init.constant_(self.l.weight, 0.5)
        nn.init.zeros_(self.l.bias)

    def forward(self, x):
        return self.l(x) * self.k

    def twice(self, x):
        return self.l(self.l(x))


x = torch.ones(1, 2)


def make(k):
    return N(k)


print(
    N(2)(x).tolist(),
    nn.Softmax(-1)(x).tolist(),
    make(3)(x).tolist(),
    [N(i)(x).sum().item() for i in range(3)],
)
nets = [N(1), N(2)]
print(
    [n(x).sum().item() for n in nets],
    nets[0](x).tolist(),
    (lambda n: n(x))(N(4)).tolist(),
    {"a": N(5)}["a"](x).tolist(),
)


def run(f, x):
    return f(x)


print(
    run(N(6), x).tolist(),
    N(7).forward(x).tolist(),
    N(2).twice(x).tolist(),
    nets[1].twice(x).tolist(),
    nn.Sequential(nn.Linear(2, 2), nn.Tanh())(x).shape,
    N(8).eval()(x).tolist(),
)
