import numpy as np


class Logger:
    def __init__(self):
        self.scalars = {}

    def log(self, tag, value, step):
        self.scalars.setdefault(tag, []).append((step, round(float(value), 4)))

    def log_gradients(self, name, net, step):
        for key, p in net.named_parameters():
            if p.grad is not None:
                self.log(f"{name}/{key}", p.grad.norm().item(), step)


def grad_norm(net):
    total = 0.0
    for p in net.parameters():
        if p.grad is not None:
            total += p.grad.data.norm(2).item() ** 2
    return total ** 0.5
