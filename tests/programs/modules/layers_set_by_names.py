import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)
    def forward(self, x):
        return self.b(self.a(x))
net = Net()
for name in ["a", "b"]:
    setattr(net, name, nn.Linear(2, 2, bias=False))
    nn.init.constant_(getattr(net, name).weight, 0.4)
x = torch.tensor([[0.5, -0.2]])
print(net(x).tolist(), len(list(net.parameters())))
for name, m in list(net.named_children()):
    setattr(net, name, nn.Sequential(m, nn.Tanh()))
print(net(x).tolist(), len(list(net.parameters())), [n for n, _ in net.named_parameters()])
