import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 1)
        nn.init.constant_(self.a.weight, 0.3)
        nn.init.constant_(self.a.bias, 0.1)
        nn.init.constant_(self.b.weight, 0.2)
        nn.init.constant_(self.b.bias, 0.0)
    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))
net = Net()
x = torch.tensor([[0.5, -0.2]])
print(net(x).item())
del net.b
net.b = nn.Linear(2, 1)
nn.init.constant_(net.b.weight, 0.7)
nn.init.constant_(net.b.bias, 0.0)
print(net(x).item(), len(list(net.parameters())))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    net(x).sum().backward()
    opt.step()
print(net(x).item())
