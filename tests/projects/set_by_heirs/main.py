import torch
from heirs import First, Second

x = torch.arange(12.0).reshape(4, 3) / 10
for agent in (First(), Second()):
    for i in range(4):
        print(agent.update(x, torch.ones(4, 2)))
        if i == 1 and isinstance(agent, Second):
            agent.swap()
