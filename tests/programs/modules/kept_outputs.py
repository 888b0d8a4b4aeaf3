"""What an encoder keeps of a forward pass under keys that a loop computes, read by a logger."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, num_layers, squash=True):
        super().__init__()
        self.num_layers, self.squash = num_layers, squash
        self.convs = nn.ModuleList([nn.Conv2d(2, 4, 3, stride=2)])
        for i in range(num_layers - 1):
            self.convs.append(nn.Conv2d(4, 4, 3, stride=1))
        self.fc = nn.Linear(4 * (11 - 2 * num_layers) ** 2, 3)
        self.outputs = dict()

    def forward_conv(self, obs):
        obs = obs / 255.0
        self.outputs["obs"] = obs
        conv = torch.relu(self.convs[0](obs))
        self.outputs["conv1"] = conv
        for i in range(1, self.num_layers):
            conv = torch.relu(self.convs[i](conv))
            self.outputs["conv%s" % (i + 1)] = conv
        return conv.view(conv.size(0), -1)

    def forward(self, obs, detach=False):
        h = self.forward_conv(obs)
        if detach:
            h = h.detach()
        out = self.fc(h)
        if self.squash:
            out = torch.tanh(out)
            self.outputs["tanh"] = out
        return out

    def log(self, logger, step):
        for k, v in self.outputs.items():
            logger.append((k, tuple(v.shape), round(v.sum().item(), 3)))
        for i in range(self.num_layers):
            logger.append(("w", round(self.convs[i].weight.sum().item(), 3)))


class Agent:
    def __init__(self):
        self.encoder = Encoder(3)
        self.head = nn.Linear(3, 1)
        parameters = [*self.encoder.parameters(), *self.head.parameters()]
        self.optimizer = torch.optim.Adam(parameters, lr=0.01)
        self.logger = []

    def act(self, obs):
        with torch.no_grad():
            return self.head(self.encoder(obs)).item()

    def update(self, obs, nxt, step):
        with torch.no_grad():
            target = self.head(self.encoder(nxt))
        loss = F.mse_loss(self.head(self.encoder(obs)), target + 1.0)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.encoder.log(self.logger, step)
        return loss.item()


agent = Agent()
for net in (agent.encoder, agent.head):
    for p in net.parameters():
        p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape) / 3)
for step in range(3):
    pixels = torch.arange(2 * 2 * 19 * 19, dtype=torch.float32)
    obs = torch.cos(pixels + step).reshape(2, 2, 19, 19) * 100 + 100
    print(round(agent.update(obs, obs.flip(0), step), 4), round(agent.act(obs[:1]), 4))
    agent.encoder.log(agent.logger, step)
    print(agent.logger[-1], agent.logger[-8:])


def show(net):
    print(sorted(net.outputs), len(net.outputs))


show(agent.encoder)
print(round(agent.act(obs[:1]), 4))
