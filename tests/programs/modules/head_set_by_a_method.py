import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.drop = None
        nn.init.constant_(self.fc.weight, 0.3)
        nn.init.zeros_(self.fc.bias)
    def set_head(self, kind):
        self.head = {"tanh": nn.Tanh(), "sig": nn.Sigmoid(), "lin": nn.Linear(2, 1)}[kind]
        if kind == "lin":
            nn.init.constant_(self.head.weight, 0.2)
            nn.init.zeros_(self.head.bias)
        return self
    def forward(self, x):
        x = self.fc(x)
        if self.drop:
            x = x * self.drop
        return self.head(x)
net = Net().set_head("tanh")
x = torch.tensor([[0.5, -0.2]])
print(net(x).tolist())
net.set_head("lin")
net.drop = 0.5
print(net(x).tolist(), len(list(net.parameters())))
net.set_head("sig")
print(net(x).tolist(), len(list(net.parameters())))
