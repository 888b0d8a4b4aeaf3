import torch

import monitor
from agent import Agent

agent = Agent()
for k in range(3):
    print(round(agent.update(torch.tensor([[0.3, k * 1.0]])), 4))
    if k == 1:
        for h in agent.handles[:2]:
            h.remove()
for name, value in monitor.seen:
    print(len(name), name[1], value)
