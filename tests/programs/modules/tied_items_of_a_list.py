import torch
import torch.nn as nn
nets = [nn.Linear(2, 2), nn.Linear(2, 2)]
for k, m in enumerate(nets):
    nn.init.constant_(m.weight, 0.1 * (k + 1))
    nn.init.zeros_(m.bias)
nets[0].weight = nets[1].weight
opt = torch.optim.SGD(nets[1].parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0]])
for _ in range(2):
    loss = nets[0](x).sum() + nets[1](x).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), [round(v, 5) for v in nets[0].weight.flatten().tolist()])
