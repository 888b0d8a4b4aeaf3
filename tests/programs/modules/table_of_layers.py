"""Programs that read torch's own table of a network's layers."""

import torch
import torch.nn as nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3), nn.ReLU())
        self.head = nn.Linear(3, 1)
        for block in self._modules:
            for module in self._modules[block].modules():
                if isinstance(module, nn.Linear):
                    nn.init.constant_(module.weight, 0.2)
                    nn.init.constant_(module.bias, 0.1)

    def forward(self, x, wanted=("1", "3")):
        kept = []
        for name, layer in self.body._modules.items():
            x = layer(x)
            if name in wanted:
                kept.append(x)
        return self.head(x), kept


net = Features()
out, kept = net(torch.arange(6.0).view(2, 3))
print(out.tolist(), [part.sum().item() for part in kept])
print([*net._modules.keys()], "head" in net._modules, "tail" in net._modules)
for layer in net.body._modules.values():
    print(sum(p.numel() for p in layer.parameters()))
print(net.body._modules["0"].weight.sum().item(), [name for name in net.body._modules])
