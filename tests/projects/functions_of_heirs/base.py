import torch


class Plain:
    act = torch.square
    make = torch.ones

    def go(self, x):
        return self.act(x) * self.make(2)
