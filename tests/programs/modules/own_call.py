import torch, torch.nn as nn


class H(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        return x * 2

    def __call__(self, *a, **k):
        self.calls += 1
        return super().__call__(*a, **k) + 1


h = H()
x = torch.ones(2)
print(h(x).tolist(), h.forward(x).tolist(), h.calls)


def f(net, x):
    return net.forward(x)


print(f(h, x).tolist(), h.calls)


class W(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = H()

    def forward(self, x):
        return self.h.forward(x) + self.h(x)


print(W()(x).tolist(), W().forward(x).tolist())
