import torch
import torch.nn as nn
from learner import Learner

from batches import Batch
from run_any import apply, many

class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        nn.init.constant_(self.fc.weight, 0.2)
        nn.init.constant_(self.fc.bias, 0.1)

    def forward(self, batch):
        return torch.tanh(self.fc(batch.obs)) * batch.n

class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.learner = nn.Sequential(Agent(), nn.Tanh())

nets = {"a": Other()}
learner = Learner(nets["a"], Batch(3))
for _ in range(3):
    print(learner.train(Batch(3)))


def fixed(net):
    for i, p in enumerate(net.parameters()):
        nn.init.constant_(p, 0.1 + 0.01 * i)
    return net


x = torch.linspace(-1, 1, 24).reshape(2, 3, 4)
print(apply(fixed(nn.LSTM(4, 4)), x))
print(apply(fixed(nn.GRU(4, 4, batch_first=True)), x))
print(many(fixed(nn.MultiheadAttention(4, 2)), x))
print(apply(fixed(nn.RNN(4, 5)), x))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4) * 0.5)

    def forward(self, x, *rest):
        return x * self.scale * (2.0 if rest[0] is None else 1.0), rest


print(apply(Plain(), x))
print(many(Plain(), x))
