import torch
from torch import nn
from torch.distributions.utils import lazy_property


class Value:
    def __init__(self, q):
        self.q = q

    @lazy_property
    def greedy(self):
        print("once")
        return self.q.argmax(dim=1).int()

    @lazy_property
    def best(self):
        return torch.gather(self.q, 1, self.greedy.long()[:, None]).flatten()


v = Value(torch.tensor([[1.0, 3.0, 2.0], [5.0, 1.0, 0.0]]))
print(v.greedy.detach().numpy().tolist(), v.best.tolist(), v.greedy.tolist())

net = nn.Module()
net.param = nn.Parameter(torch.ones(2, 1))
net.inner = nn.Linear(1, 1)
print(len(list(net.parameters())), net.param.detach().numpy().tolist())
state = net.state_dict()
print(sorted(state))
print(nn.init._calculate_correct_fan(torch.zeros(3, 4), "fan_in"))


def device(layer):
    device = layer.weight.device
    other = nn.Linear(2, 2).to(device)
    return str(device)


print(device([net.inner][0]))
