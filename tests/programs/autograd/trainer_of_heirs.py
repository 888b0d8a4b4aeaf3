# The base class owns the loop and knows neither the network nor the optimizer, the heirs the loss.
import torch
import torch.nn as nn


class Trainer:
    def __init__(self, model, optimizer, clip=None):
        self.model, self.optimizer, self.clip = model, optimizer, clip
        self.losses = []

    def loss(self, batch):
        raise NotImplementedError

    def fit(self, batches):
        self.model.train()
        for batch in batches:
            self.optimizer.zero_grad()
            try:
                loss = self.loss(batch)
            except ValueError:
                continue
            if not torch.isfinite(loss):
                continue
            loss.backward()
            if self.clip is not None:
                nn.utils.clip_grad_value_(self.model.parameters(), self.clip)
            self.optimizer.step()
            self.losses.append(loss.item())
        return self.losses


class Regression(Trainer):
    def loss(self, batch):
        x, y = batch
        if len(x) != len(y):
            raise ValueError("rows")
        return nn.functional.mse_loss(self.model(x), y)


class Entropy(Trainer):
    def __init__(self, weight, *args, **named):
        super().__init__(*args, **named)
        self.weight = weight

    def loss(self, batch):
        x, y = batch
        return nn.functional.mse_loss(self.model(x), y) + self.weight * self.model(x).exp().mean()


def filled(model):
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
    return model


x = torch.arange(8.0).view(4, 2) / 10
batches = [(x, x), (x, x[:2]), (x / 0.0, x), (x * 2, x + 1)]
net = filled(nn.Linear(2, 2))
print(Regression(net, torch.optim.SGD(net.parameters(), lr=0.1), 0.05).fit(batches))
two = filled(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2)))
print(Entropy(0.1, two, torch.optim.Adam(two.parameters())).fit(batches[:1] * 3))
print(net(x).sum().item(), two(x).sum().item())
