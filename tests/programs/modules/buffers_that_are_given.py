# What a class is given for a buffer is a tensor, also where porter sees nobody who gives it.
import torch
import torch.nn as nn


class Held(nn.Module):
    def __init__(self, vector, places):
        super().__init__()
        self.register_buffer("vector", vector)
        self.register_buffer("places", places)

    def forward(self, x):
        return x[:, self.places] * self.vector


KINDS = {"held": Held}


def make(kind, *args):
    return KINDS[kind](*args)


net = make("held", torch.tensor([2.0, 3.0]), torch.tensor([2, 0]))
print(net(torch.arange(6.0).reshape(2, 3)).tolist())
print(
    {name: value.tolist() for name, value in net.state_dict().items()}, len(list(net.parameters()))
)
