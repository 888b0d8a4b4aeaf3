import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(3, 4)
nn.init.constant_(net.weight, 0.1)
nn.init.constant_(net.bias, 0.2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def learn(x, y, w):
    loss = (
        F.cross_entropy(net(x), y)
        + F.cross_entropy(net(x), y, weight=w)
        + F.nll_loss(F.log_softmax(net(x), -1), y)
    )
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


for i in range(3):
    x = torch.arange(12.0).view(4, 3) / 10
    print(learn(x, torch.tensor([0, -100, 2, 3]), torch.tensor([1.0, 2.0, 0.5, 1.0])))
    loss = F.cross_entropy(net(x), net(x).argmax(1))
    print(loss.item())
