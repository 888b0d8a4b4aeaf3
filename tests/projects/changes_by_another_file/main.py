import torch
from lib.agents import Shifted
from lib.targets import Aimed
from lib.weights import Weighted, raise_first

shifted, aimed, weighted = Shifted(), Aimed(), Weighted()
for agent in (shifted, aimed, weighted):
    for parameter in agent.network.parameters():
        parameter.data.fill_(0.3)
x = torch.arange(12.0).reshape(4, 3) / 10
for step in range(4):
    print(round(shifted.update(x), 3), round(aimed.update(x), 3), round(weighted.update(x), 3))
    if step == 1:
        shifted.baseline.add_(2.0)
        Aimed.target = lambda self, x: x.mean()
        raise_first(weighted.options["weights"])
