import torch
from heirs import AGENTS

x = torch.arange(12.0).reshape(4, 3) / 10
for make in AGENTS:
    agent = make()
    for i in range(4):
        print(round(agent.update(x, torch.ones(4, 2)), 5))
