import torch
import torch.nn as nn
class Ens(nn.Module):
    def __init__(self, n):
        super().__init__()
        for i in range(n):
            head = nn.Linear(2, 1)
            nn.init.constant_(head.weight, 0.1 * (i + 1))
            nn.init.zeros_(head.bias)
            setattr(self, f"head{i}", head)
        self.n = n
    def forward(self, x):
        return torch.cat([getattr(self, f"head{i}")(x) for i in range(self.n)], 1)
    def reset_head(self, i):
        new = nn.Linear(2, 1)
        nn.init.constant_(new.weight, 0.9)
        nn.init.zeros_(new.bias)
        setattr(self, f"head{i}", new)
net = Ens(3)
x = torch.tensor([[0.5, -0.2]])
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for k in range(3):
    loss = net(x).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 6))
    if k == 1:
        net.reset_head(1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
print(len(list(net.parameters())), net(x).tolist())
