import torch
import agent
agent.hidden = torch.zeros(2, dtype=torch.float64)
print(agent.peek(torch.ones(2)).tolist())
print(agent.step(torch.ones(2)).tolist())
print(agent.step2(torch.ones(2)).tolist())
