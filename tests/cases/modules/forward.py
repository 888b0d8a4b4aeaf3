import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.Linear(size, 8)
        self.output = nn.Linear(8, 2)

    def forward(self, x, scale=1.0, squash=False):
        h = torch.relu(self.layers(x))
        y = self.output(h) * scale
        return torch.tanh(y) if squash else y


class Agent(nn.Module):
    def __init__(self):
        super(Agent, self).__init__()
        self.encoder = Encoder(4)

    def forward(self, x):
        return self.encoder.forward(x)


agent = Agent()
encoder = Encoder(4)
print(encoder(torch.ones(2, 4), 2.0, True))
print(agent.forward(torch.ones(2, 4)))
print(encoder.layers)
