import numpy as np
import torch
from agent import Agent

agent = Agent()
print(agent.value().tolist())
for name, v in (("buf", np.arange(3)), ("w", torch.tensor([1, 2, 3]))):
    setattr(agent, name, v)
    print(agent.value().tolist())
vars(agent)["buf"] = np.ones(3)
print(agent.value().tolist(), agent.value().dtype == torch.float64)
