import torch
import torch.nn as nn


class Linear(nn.Module):
    def __init__(self, keras):
        super().__init__()
        self.inner = nn.Linear(keras, 1)

    def forward(self, tf):
        tape = self.inner(tf)
        return torch.relu(tape)


layers = [Linear(3)]
graph = {"nodes": 3}
net = Linear(2)
grads = torch.optim.SGD(net.parameters(), lr=0.1)
for tape in range(3):
    loss = net(torch.ones(4, 2)).mean()
    grads.zero_grad()
    loss.backward()
    grads.step()
