import argparse

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, args):
        self.args = args
        self.net = nn.Linear(2, 1)
        for p in self.net.parameters():
            p.data.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x):
        loss = self.net(x).pow(2).mean() * self.args.scale
        self.opt.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), self.args.max_norm)
        self.opt.step()
        return loss.item(), float(norm)


def parse(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--max-norm", type=float, default=1.0)
    return parser.parse_args(argv)


args = parse([])
trainer = Trainer(args)
x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
for k in range(5):
    loss, norm = trainer.update(x)
    print(round(loss, 4), round(norm, 4))
    if k == 0:
        vars(args)["scale"] = 3.0
    elif k == 1:
        args.__dict__.update(max_norm=0.3)
    elif k == 2:
        trainer.args = argparse.Namespace(**{**vars(args), "scale": 0.5})
    else:
        trainer.args = parse(["--scale", "2", "--max-norm", "0.2"])
