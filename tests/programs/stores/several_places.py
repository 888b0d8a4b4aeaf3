import torch
import torch.nn as nn

net = nn.Linear(2, 2)
a = torch.optim.SGD(net.parameters(), 0.1)
b = torch.optim.SGD(net.parameters(), 0.1)
# both
net.weight.data, net.bias.data = torch.ones(2, 2), torch.ones(2)  # one
net.weight.data, net.bias.data = net.weight.data * 2, net.bias.data + net.weight.data[0]
a.param_groups[0]["lr"], b.param_groups[0]["lr"] = 0.5, 0.25
x, a.param_groups[0]["lr"] = 3, a.param_groups[0]["lr"] * 0.5
net.weight.grad, net.bias.grad = None, None
net(torch.ones(1, 2)).sum().backward()
a.step()
b.step()
print(net.weight.detach().numpy().tolist(), net.bias.detach().numpy().tolist(), x, a.param_groups[0]["lr"])
