import torch
from agents import Agent


class Heir(Agent):
    def later(self):
        self._settings(0.8)


agent = Heir()
for i in range(4):
    if i == 2:
        agent.later()
    print(agent.update(torch.ones(3, 2), torch.full((3, 1), 0.1 * i)))
