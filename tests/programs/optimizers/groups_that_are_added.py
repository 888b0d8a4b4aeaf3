"""Parameter groups that are added while an optimizer learns: fine-tuning."""

import torch
import torch.nn.functional as F
from torch import nn


class Tuned(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 2)
        for i, p in enumerate(self.parameters()):
            p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


class Trainer:
    def __init__(self, optimizer):
        self.net = Tuned()
        for p in self.net.body.parameters():
            p.requires_grad = False
        trained = [p for p in self.net.parameters() if p.requires_grad]
        self.optimizer = optimizer(trained, lr=0.1, weight_decay=0.1)
        self.schedule = torch.optim.lr_scheduler.ExponentialLR(self.optimizer, 0.9)

    def thaw(self, **options):
        for p in self.net.body.parameters():
            p.requires_grad = True
        self.optimizer.add_param_group({"params": self.net.body.parameters(), **options})

    def learn(self, step):
        x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
        loss = F.mse_loss(self.net(x), torch.ones(4, 2))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


for optimizer in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
    for options in ({"lr": 0.01}, {"weight_decay": 0.0}):
        trainer = Trainer(optimizer)
        for step in range(6):
            if step == 3:
                trainer.thaw(**options)
            print(step, trainer.learn(step), [g["lr"] for g in trainer.optimizer.param_groups])
            print([p.sum().item() for p in trainer.net.parameters()])
            if step < 3:
                trainer.schedule.step()

# One that never had anything frozen, in a function that gets it
net = Tuned()
more = nn.Linear(2, 1)
more.weight.data.fill_(0.3)
more.bias.data.fill_(0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)


def widen(optimizer, layer):
    optimizer.add_param_group({"params": layer.parameters(), "lr": 0.2, "name": "more"})


for step in range(5):
    if step == 2:
        widen(optimizer, more)
    x = torch.cos(torch.arange(12).reshape(4, 3) + float(step))
    loss = (more(net(x)) - 0.5).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), len(optimizer.param_groups), more.weight.sum().item())
print(optimizer.param_groups[1]["name"])
