import torch
import torch.nn as nn
class MLP(nn.Sequential):
    def __init__(self, *sizes):
        super().__init__(*[nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
        self.steps = 5
        self.parts = "x"
        for l in self:
            if isinstance(l, nn.Linear):
                nn.init.constant_(l.weight, 0.5)
                nn.init.zeros_(l.bias)
    def forward(self, x):
        for i, l in enumerate(self):
            x = torch.tanh(l(x)) if i < len(self) - 1 else l(x)
        return x * self.steps
class Heads(nn.ModuleList):
    def __init__(self, n):
        super().__init__([nn.Linear(2, 1) for _ in range(n)])
        self.parts = 3
        for l in self:
            nn.init.constant_(l.weight, 0.1)
            nn.init.zeros_(l.bias)
    def forward(self, x):
        return torch.cat([h(x) for h in self], -1)
class Tasks(nn.ModuleDict):
    def forward(self, x, k):
        return self[k](x)
m = MLP(2, 3, 1)
x = torch.tensor([[0.5, 1.0]])
print(m(x).item(), len(m), m.steps, m.parts)
m.steps = 2
print(m(x).item())
h = Heads(3)
print(h(x).tolist(), h.parts, len(h))
t = Tasks({"a": nn.Linear(2, 1, bias=False), "b": nn.Identity()})
nn.init.ones_(t["a"].weight)
print(t(x, "a").tolist(), t(x, "b").tolist(), list(t.keys()))
