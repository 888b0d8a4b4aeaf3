import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2) for _ in range(2)]
        self.out = nn.Linear(2, 1)
        self.extra = {"a": nn.Linear(2, 2)}
        self.pair = (nn.Linear(2, 2), nn.Tanh())
        for m in (*self.hidden, self.out, self.extra["a"], self.pair[0]):
            nn.init.constant_(m.weight, 0.3)
            nn.init.zeros_(m.bias)
    def forward(self, x):
        for h in self.hidden:
            x = torch.tanh(h(x))
        return self.out(self.pair[1](self.pair[0](self.extra["a"](x))))
net = Net()
print(len(list(net.parameters())), [k for k in net.state_dict()])
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[0.5, 1.0]])
for _ in range(3):
    l = net(x).pow(2).sum()
    opt.zero_grad()
    l.backward()
    opt.step()
    print(round(l.item(), 6))
print(net.hidden[0].weight.sum().item(), net.pair[0].weight.sum().item())
