import torch
import torch.nn as nn
from nets import Scale
from helper import reset

net = Scale(3)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.tensor([[0.1, 0.2, 0.3]])
for k in range(4):
    opt.zero_grad()
    loss = net(x).pow(2).sum()
    loss.backward()
    opt.step()
    reset([net], k)
    print(round(loss.item(), 5), net.steps.item())
print(net.steps.tolist())
