import torch
import torch.nn as nn


class R2(nn.ReLU):
    def forward(self, x):
        return super().forward(x) + 1


class R3(nn.Tanh):
    def __init__(self, k=2):
        super().__init__()
        self.k = k

    def forward(self, x):
        return super().forward(x) * self.k


class R4(nn.Softplus):
    def forward(self, x):
        return super().forward(x) + 1e-12


class R5(nn.Softmax):
    def __init__(self):
        super().__init__(dim=-1)

    def forward(self, x):
        return super().forward(x) * 2


class R6(nn.Flatten):
    def forward(self, x):
        return super().forward(x) * 2


class R7(nn.Identity):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.w = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return super().forward(x) * self.k + self.w


class R9(nn.LeakyReLU):
    def forward(self, x):
        return super().forward(x) * 3


class R11(nn.MaxPool1d):
    def forward(self, x):
        return super().forward(x) * 3


class R12(nn.ELU):
    pass


x = torch.tensor([[1.0, -2.5]])
for m in (R2(), R3(), R4(), R5(), R6(), R7(3), R9(0.1), R11(2), R12(2.0)):
    print(m(x).tolist())
net = nn.Sequential(R2(), R7(3), nn.Linear(2, 1))
nn.init.ones_(net[2].weight)
nn.init.zeros_(net[2].bias)
print(net(x).tolist(), len(list(net.parameters())), len(net.state_dict()))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(x).sum().backward()
    opt.step()
print(net(x).tolist())
wide = torch.tensor([1.0 + 1e-12, 0.5], dtype=torch.float64)
print(R4()(wide).dtype, R12()(wide).dtype, nn.Sequential(R4(), R12())(wide).dtype)
