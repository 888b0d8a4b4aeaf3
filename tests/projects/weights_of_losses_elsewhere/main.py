import torch
from agent import Agent
from sigmoid import Detector

agent = Agent()
x = torch.tensor([[1.0, 2.0], [0.5, 1.0], [-1.0, 0.3]])
y = torch.tensor([0, 1, 1])
print(agent.learn(x, y))
agent.crit.weight = torch.tensor([1.0, 0.2, 3.0])
print(agent.learn(x, y))
agent.crit.weight = torch.tensor([0.1, 2.0, 3.0])
print(agent.learn(x, y))

detector = Detector()
y = torch.tensor([0.0, 1.0, 1.0])
print(detector.learn(x, y))
detector.crit.pos_weight = torch.tensor([4.0])
print(detector.learn(x, y))
detector.crit.pos_weight = torch.tensor([0.5])
print(detector.learn(x, y))
