import torch
import torch.nn as nn
import torch.nn.functional as F


class Runner:
    def __init__(self, model, n):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        self.n = n

    def epoch(self, xs):
        total = 0.0
        self.opt.zero_grad()
        for i, x in enumerate(xs):
            loss = self.model(x).pow(2).mean()
            (loss / self.n).backward()
            if (i + 1) % self.n == 0:
                nn.utils.clip_grad_norm_(self.model.parameters(), 0.5)
                self.opt.step()
                self.opt.zero_grad()
            total += loss.item()
        return round(total, 5)


def main():
    model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
    for k, p in enumerate(model.parameters()):
        p.data = torch.sin(torch.arange(p.numel()).float() + k).view(p.shape)
    runner = Runner(model, 2)
    xs = [torch.cos(torch.arange(24.0) + k).view(6, 4) for k in range(4)]
    for k in range(4):
        print(runner.epoch(xs))
        if k == 1:
            runner.opt = torch.optim.SGD(model[2].parameters(), lr=0.05)
        if k == 2:
            decay = [p for p in model.parameters() if p.ndim > 1]
            rest = [p for p in model.parameters() if p.ndim <= 1]
            runner.opt = torch.optim.SGD([{"params": decay, "weight_decay": 0.1}, {"params": rest}], lr=0.1)


main()
