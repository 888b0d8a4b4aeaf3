"""Parts that are None at first stand where they are set, in the order of all parameters."""

import torch.nn as nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = None
        self.head = nn.Linear(1, 3)


class Heir(Base):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 4)


class Own(nn.Module):
    def __init__(self, deep):
        super().__init__()
        self.first = None
        self.scale = None
        self.second = nn.Linear(1, 2)
        if deep:
            self.first = nn.Linear(2, 5)
            self.scale = nn.Parameter(self.second.weight.detach().clone())


for net in (Heir(), Own(True), Own(False)):
    print([name for name, _ in net.named_parameters()], [p.numel() for p in net.parameters()])
    print(
        [p.numel() for _, p in net.named_parameters()],
        [tuple(v.shape) for v in net.state_dict().values()],
    )
    print([len(list(child.parameters())) for child in net.children()], len(list(net.modules())))
