import torch
class Optimizers:
    def __init__(self, **opts):
        self.opts = opts
    def zero(self):
        for o in self.opts.values():
            o.zero_grad()
    def step(self):
        for o in self.opts.values():
            o.step()
