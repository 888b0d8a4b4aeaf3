import torch
from agent import Agent

agent = Agent()
x = torch.linspace(0.0, 1.0, 12).reshape(4, 3)
y = torch.ones(4, 1)
for k in range(6):
    agent.update(x, y)
    print([round(v, 3) for v in agent.net.weight.detach().reshape(-1).tolist()])
    if k == 1:
        options = agent.options
        weights = options["weights"]
        weights[:] = [3.0, 4.0]
    elif k == 2:
        scales = agent.scales
        scales.sort(reverse=True)
    elif k == 3:
        agent.losses = agent.losses[::-1]
