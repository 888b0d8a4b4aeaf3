# told: P102
import torch


def on(f):
    f(True)


net = torch.nn.Linear(2, 1)
torch.nn.init.constant_(net.weight, 0.5)
torch.nn.init.constant_(net.bias, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    x = torch.ones(4, 2)
    torch.set_grad_enabled(False)
    a = net(x) * 2.0
    on(torch.set_grad_enabled)
    p = net(x)
    torch.set_grad_enabled(True)
    loss = (p - a - 1.0).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
