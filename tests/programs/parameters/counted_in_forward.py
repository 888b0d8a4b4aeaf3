import torch
import torch.nn as nn


class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g = nn.Parameter(torch.ones(n))
        self.register_buffer("steps", torch.zeros(1, dtype=torch.long))
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("decay", torch.tensor(1.0))

    def forward(self, x):
        if self.training:
            self.steps += 1
            self.mean += 0.1 * (x.detach().mean(0) - self.mean)
            self.decay *= 0.9
        return (x - self.mean) * self.g * (1 + self.steps.float()) * self.decay


net = Scale(3)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.tensor([[0.1, 0.2, 0.3], [0.3, -0.1, 0.2]])
for k in range(3):
    opt.zero_grad()
    loss = net(x * (k + 1)).pow(2).sum()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), net.steps.item(), [round(v, 5) for v in net.mean.tolist()])
net.eval()
print([round(v, 5) for v in net(x)[0].tolist()], net.steps.item(), round(net.decay.item(), 5))
net.train()
for k in range(2):
    net.steps.zero_()
    opt.zero_grad()
    loss = net(x).mean() * 2
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), net.steps.item())
print(sorted(net.state_dict()))
