import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2):
            self.add_module(f"l{i}", nn.Linear(2, 2))
        self.build()
        self.out = self.make(2)
    def build(self):
        self.head = nn.Linear(2, 1)
        nn.init.constant_(self.head.weight, 0.5)
        nn.init.constant_(self.head.bias, 0.5)
    def make(self, n):
        self.inner = nn.Sequential()
        self.inner.add_module("a", nn.Linear(n, n))
        self.inner.add_module("b", nn.Tanh())
        return nn.Linear(n, n)
    def forward(self, x):
        return self.head(x)
net = nn.Sequential()
net.add_module("fc", nn.Linear(2, 2))
net.add_module("act", nn.Tanh())
net.add_module("act", nn.Identity())
nn.init.constant_(net[0].weight, 0.5)
nn.init.constant_(net[0].bias, 0.5)
x = torch.tensor([[0.5, -0.2]])
print(net(x).tolist(), len(net))
net.add_module("fc", nn.Linear(2, 1))
nn.init.constant_(net[0].weight, 0.5)
nn.init.constant_(net[0].bias, 0.5)
print(net(x).tolist(), len(list(net.parameters())))
n = Net()
n.add_module("extra", nn.Linear(3, 3))
n.add_module("head", nn.Linear(2, 2))
print(len(list(n.parameters())), [k for k, _ in n.named_parameters()])
def grow(m):
    m.register_module("head", nn.Linear(2, 5))
    return m
print(grow(n).head.out_features, len(list(n.parameters())))
