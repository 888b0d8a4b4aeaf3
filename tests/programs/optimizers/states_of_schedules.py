"""State of schedules: what functions are made of is not saved."""

import os
import tempfile

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import LambdaLR, SequentialLR, LinearLR, ExponentialLR, MultiplicativeLR, ReduceLROnPlateau, CyclicLR


class Warm:
    def __init__(self, n):
        self.n = n
        self.calls = 0

    def __call__(self, k):
        self.calls += 1
        return min(1.0, (k + 1) / self.n)


def made(kind):
    net = nn.Linear(2, 1)
    for p in net.parameters():
        nn.init.constant_(p, 0.5)
    opt = torch.optim.SGD(net.parameters(), lr=0.4)
    sched = {
        "lambda": lambda: LambdaLR(opt, lambda k: 0.5**k),
        "warm": lambda: LambdaLR(opt, Warm(4)),
        "times": lambda: MultiplicativeLR(opt, lr_lambda=[lambda k: 0.9]),
        "two": lambda: SequentialLR(opt, [LinearLR(opt, 0.1, total_iters=2), ExponentialLR(opt, 0.5)], [3]),
        "flat": lambda: ReduceLROnPlateau(opt, factor=0.5, patience=1),
        "cycle": lambda: CyclicLR(opt, 0.1, 0.4, step_size_up=2, scale_fn=lambda x: 0.5 * x),
    }[kind]()
    return net, opt, sched


for kind in ("lambda", "warm", "times", "two", "flat", "cycle"):
    net, opt, sched = made(kind)
    path = os.path.join(tempfile.mkdtemp(), "s.pt")
    for k in range(8):
        loss = net(torch.ones(3, 2)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step(1.0) if kind == "flat" else sched.step()
        if k == 3:
            torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "sched": sched.state_dict()}, path)
            net, opt, sched = made(kind)
            data = torch.load(path, weights_only=False)
            net.load_state_dict(data["net"])
            opt.load_state_dict(data["opt"])
            sched.load_state_dict(data["sched"])
    print(kind, round(loss.item(), 5), round(opt.param_groups[0]["lr"], 5), sched.last_epoch)
