import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self, aux=True):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.aux = nn.Linear(2, 3)
        if not aux:
            del self.aux
    def forward(self, x):
        return torch.tanh(self.a(x))
net = Net(False)
print(len(list(net.parameters())), hasattr(net, "aux"), [k for k in net.state_dict()])
print(len(list(Net().parameters())))
