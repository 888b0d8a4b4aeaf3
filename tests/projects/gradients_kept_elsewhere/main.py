import torch

from networks import MLP, fill
from utils import Keeper

net = fill(MLP(2, 1))
k = Keeper()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad(set_to_none=i == 0)
    net(torch.tensor([[0.5, 1.0]])).pow(2).mean().backward()
    k.keep(net)
    held = k.list_of(net)
    print([round(v.sum().item(), 4) for v in k.last.values()])
    net(torch.tensor([[0.5, 2.0]])).pow(2).mean().backward()
    print([round(v.sum().item(), 4) for v in k.last.values()], [round(v.sum().item(), 4) for v in held])
    opt.step()
