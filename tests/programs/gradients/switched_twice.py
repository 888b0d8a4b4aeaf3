# told: P102
import torch


net = torch.nn.Linear(2, 1)
torch.nn.init.constant_(net.weight, 0.5)
torch.nn.init.constant_(net.bias, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    x = torch.ones(4, 2)
    torch.set_grad_enabled(False)
    t = net(x) * 2.0
    torch.set_grad_enabled(False)
    t = net(t.expand(4, 2)) * 2.0
    torch.set_grad_enabled(True)
    p = net(x)
    torch.set_grad_enabled(False)
    print(p.sum().item())
    torch.set_grad_enabled(True)
    loss = (p - t - 1.0).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
