import torch as th
import torch.nn as nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(3, 3)

    def forward(self, values):
        return self.scale(values)


class Learner:
    def __init__(self, mac):
        self.mac, self.mixer = mac, Mixer()
        self.params = list(mac.parameters())
        self.params += list(self.mixer.parameters())
        self.optimiser = th.optim.SGD(params=self.params, lr=0.05)

    def train(self, batch):
        outs = []
        for t in range(batch["obs"].shape[1]):
            outs.append(self.mac.evaluate(batch, t=t))
        values = th.stack(outs, dim=1).max(dim=2)[0]
        mixed = self.mixer(values)
        loss = ((mixed - batch["reward"]) ** 2).mean()
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return loss.item()
